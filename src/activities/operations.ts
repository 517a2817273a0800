import type { BankClient } from '../bank/client';
import { operationNamed, operationNames, type OperationName, type BankOperations } from '../bank/contract';
import { priorities } from '../bank/contract/priorities';
import type { CallLimits } from '../bank/exchange';
import { attempted } from './activity-wrapper';
import type {
  Authorisation,
  ChargeAuthorisation,
  DisbursementAuthorisation,
  SendMark,
} from '../domain/case/send-authorisation';
import type { DocumentStore } from './documents/store';
import { requireFirst, type Fence } from './gate/fence';
import { isGated, type Gate, type Gated } from './gate/gate';
import { isMoving, type MovingOrder } from './gate/sendings';
import type { DocumentReference } from '../domain/loan/documents';
import { DocumentUnusableError, ENDINGS, sha256Of, usableType } from './documents/content';

/** The bank's operations as activities of the same names; those that move money also take their proof. */
export type BankActivities = Omit<BankOperations, 'uploadLoanDocument' | Gated> & {
  uploadLoanDocument(input: DocumentUpload): ReturnType<BankOperations['uploadLoanDocument']>;
} & {
  [N in Gated]: (
    input: Parameters<BankOperations[N]>[0],
    authorisation?: N extends 'chargeRepayment'
      ? ChargeAuthorisation
      : N extends 'setDisbursementAccount'
        ? DisbursementAuthorisation
        : Authorisation,
    mark?: SendMark,
  ) => ReturnType<BankOperations[N]>;
};

type Call = (
  input: unknown,
  limits: CallLimits,
  authorisation?: unknown,
  mark?: SendMark,
) => Promise<unknown>;

export function createBankActivities(bank: BankClient, documents: DocumentStore, gate: Gate, fence: Fence) {
  const activity = (name: OperationName, call = callOf(bank, gate, fence, name)) =>
    [name, attempted(operationNamed(name).effect, call)] as const;
  return Object.fromEntries([
    ...operationNames.map((name) => activity(name)),
    activity('uploadLoanDocument', uploadFrom(documents, bank) as Call),
  ]) as BankActivities;
}

/** Right before a call, the gate checks the order, and the fence whether it was sent before. */
function callOf(bank: BankClient, gate: Gate, fence: Fence, name: OperationName): Call {
  const call = bank[name] as Call;
  if (!isGated(name)) return call;
  const check = gate[name] as (order: unknown, authorisation: unknown, limits: CallLimits) => Promise<void>;
  return async (order, limits, authorisation, mark) => {
    const moved = order as MovingOrder;
    const sending = isMoving(name) ? { name, order: moved, authorisation, mark, limits } : undefined;
    if (sending) await requireFirst(fence, sending);
    await check(order, authorisation, limits);
    const send = () => call(order, limits);
    return sending ? fence.send(sending, send) : send();
  };
}

/** Leaves out operations that nothing of ours needs: whoever reaches the task queues could call them. */
export const registered = <A extends object>(activities: A, extra: readonly OperationName[]): A =>
  Object.fromEntries(
    Object.entries(activities).filter(([name]) => {
      const isOperation = (operationNames as readonly string[]).includes(name);
      return !isOperation || priorities[name as OperationName] !== undefined || extra.includes(name as never);
    }),
  ) as A;

type UploadInput = Parameters<BankOperations['uploadLoanDocument']>[0];

/** The operation's input with a reference in the place of the file. */
type DocumentUpload = Omit<UploadInput, 'file'> & { readonly document: DocumentReference };

/** Takes a document from the store, checks it as the bank will, and uploads it under a name that tells nothing. */
const uploadFrom =
  (documents: DocumentStore, bank: BankClient) =>
  async ({ document, ...input }: DocumentUpload, limits: CallLimits) => {
    const { blob, sizeBytes } = await documents.open(document);
    const type = await usableType(blob, sizeBytes);
    if ((await sha256Of(blob)) !== document.sha256)
      throw new DocumentUnusableError('the document has changed since it was handed in');
    const filename = `${input.file_tag.toLowerCase()}.${ENDINGS[type]}`;
    const file = { filename, blob: blob.slice(0, blob.size, type) };
    return bank.uploadLoanDocument({ ...input, file }, limits);
  };
