import type { Client } from '@temporalio/client';
import { snapshotOf } from '../../cases/snapshot';
import { startedInput } from '../../cases/started-input';
import { beneficiaryKey } from '../../domain/batch/rows';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { NamesKey } from '../../records/projection/names';
import type { CaseSummary } from '../../records/projection/summary';
import type { IndexedCase } from './executions';

/** Whom a case waits for who is a person. */
const PEOPLE = ['officer', 'borrower', 'operator', 'approver'];

/** Asks a case, and makes of it what lists show. @throws RequestError where no worker answers */
export async function summaryOf(client: Client, found: IndexedCase, key: NamesKey): Promise<CaseSummary> {
  const { kind, resource, reference, startedAt, changedAt, indexed, batch } = found;
  const [{ timeline: _timeline, calls: _calls, workflowId: _current, kind: _kind, ...snapshot }, input] =
    await Promise.all([snapshotOf(client, resource, reference), inputOf(client, found)]);
  const workflowId = found.workflowId;
  const names = namesIn(input);
  const customer = input.customer?.reference;
  return {
    ...{ kind, reference, workflowId, snapshot, startedAt, changedAt, indexed, customer },
    batch: kind === 'batch' ? undefined : batch,
    branch: textIn(snapshot.facts.branch),
    needsPerson: needsPerson(snapshot),
    amountKobo: amountOf(snapshot.facts) ?? input.application?.amountKobo,
    since: (snapshot.attention ?? snapshot.waiting ?? snapshot).since,
    sealed: names.length > 0 ? key.seal(workflowId, shown(names, input)) : undefined,
    words: [...key.indexOf([...names, accountEnd(input) ?? '', customer ?? '']), ...payeeIn(input, key)],
  };
}

type Snapshot = Pick<CaseSnapshot, 'attention' | 'waiting' | 'proposals' | 'ended'>;

const needsPerson = ({ attention, waiting, proposals = [], ended }: Snapshot): boolean =>
  !ended && (attention !== undefined || proposals.length > 0 || PEOPLE.includes(waiting?.on ?? ''));

/** What is read of the input that a case was started with: nothing in it is trusted to be there. */
interface Input {
  readonly customer?: {
    readonly reference?: string;
    readonly firstName?: string;
    readonly lastName?: string;
  };
  readonly businessName?: string;
  readonly application?: { readonly amountKobo?: number };
  readonly beneficiary?: {
    readonly accountName?: string;
    readonly accountNumber?: string;
    readonly bankCode?: string;
  };
}

/** The workflow that a case began with: of a loan in repayment, that of its application. */
const inputOf = async (client: Client, { kind, reference, workflowId }: IndexedCase): Promise<Input> =>
  Object(await startedInput(client, kind === 'loan' ? `loan:${reference}` : workflowId)) as Input;

const namesIn = ({ customer, businessName, beneficiary }: Input): string[] =>
  [
    customer && [customer.firstName, customer.lastName].filter(Boolean).join(' '),
    businessName,
    beneficiary?.accountName,
  ].filter((name): name is string => name !== undefined && name !== '');

const accountEnd = ({ beneficiary }: Input): string | undefined => beneficiary?.accountNumber?.slice(-4);

const payeeIn = ({ beneficiary: { bankCode, accountNumber } = {} }: Input, key: NamesKey): string[] =>
  bankCode === undefined || accountNumber === undefined
    ? []
    : [key.payeeOf(beneficiaryKey({ bankCode, accountNumber }))];

const shown = ([name]: readonly string[], input: Input) => ({ name, accountEndsWith: accountEnd(input) });

const textIn = (fact: unknown) => (typeof fact === 'string' ? fact : undefined);

const amountOf = ({ amountKobo, totalKobo }: CaseSnapshot['facts']): number | undefined =>
  [amountKobo, totalKobo].find((amount) => typeof amount === 'number');
