import type { Client } from '@temporalio/client';
import { detailsOf } from '../../cases/details';
import { snapshotOf } from '../../cases/snapshot';
import { startedInput } from '../../cases/started-input';
import { beneficiaryKey } from '../../domain/batch/rows';
import { OPERATORS, STAFF, type Role } from '../../domain/case/commands';
import type { CaseDetails } from '../../domain/case/details';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { NamesKey } from '../../records/projection/names';
import type { CaseSummary } from '../../records/projection/summary';
import { DESK_ROLES } from '../contract/fields';
import type { IndexedCase } from './executions';

/** Whom a case waits for who is a person, and the roles that act then. Who may approve stands with what is approved. */
const PEOPLE: Readonly<Record<string, readonly Role[]>> = {
  officer: STAFF,
  borrower: STAFF,
  operator: OPERATORS,
  approver: [],
};

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
    forRoles: forRoles(found, snapshot),
    amountKobo: amountOf(snapshot.facts) ?? input.application?.amountKobo,
    since: (snapshot.attention ?? snapshot.waiting ?? snapshot).since,
    sealed: names.length > 0 ? key.seal(workflowId, shown(names, input)) : undefined,
    words: [
      ...key.indexOf([...names, accountEnd(input) ?? '', customer ?? ''], foundWhole(input)),
      ...payeeIn(input, key),
    ],
  };
}

type Snapshot = Pick<CaseSnapshot, 'attention' | 'waiting' | 'proposals' | 'ended'>;

const needsPerson = ({ attention, waiting, proposals = [], ended }: Snapshot): boolean =>
  !ended && (attention !== undefined || proposals.length > 0 || Object.hasOwn(PEOPLE, waiting?.on ?? ''));

/** Attention is for those who may do what helps; for everybody where the case names nothing. */
function forRoles({ resource: { commands } }: IndexedCase, { attention, waiting, ended }: Snapshot) {
  if (ended) return [];
  if (!attention) return PEOPLE[waiting?.on ?? ''] ?? [];
  const helping = attention.actions.flatMap((name) => commands[name]?.roles ?? []);
  return helping.length > 0 ? [...new Set(helping)] : DESK_ROLES;
}

/** What is read of the input that a case was started with: nothing in it is trusted to be there. */
interface Input {
  readonly customer?: {
    readonly reference?: string;
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phone?: string;
    readonly email?: string;
    readonly bvn?: string;
    readonly nin?: string;
  };
  readonly businessName?: string;
  readonly application?: { readonly amountKobo?: number };
  readonly beneficiary?: {
    readonly accountName?: string;
    readonly accountNumber?: string;
    readonly bankCode?: string;
  };
  readonly bankStatement?: { readonly accountNumber?: string };
  readonly disbursementAccount?: { readonly accountNumber?: string };
}

/** Of the workflow that a case began with: of a loan in repayment, that of its application. Whom a payout pays may have been changed. */
async function inputOf(client: Client, { kind, reference, workflowId }: IndexedCase): Promise<Input> {
  const isPayout = kind === 'payout' || kind === 'flush';
  const [started, { beneficiary }] = await Promise.all([
    startedInput(client, kind === 'loan' ? `loan:${reference}` : workflowId),
    isPayout ? detailsOf(client, workflowId) : NO_DETAILS,
  ]);
  return { ...(Object(started) as Input), ...(beneficiary && { beneficiary }) };
}

const NO_DETAILS: CaseDetails = {};

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

/** Numbers and addresses of a person by which the case is found where they are typed whole. */
const foundWhole = ({ customer = {}, beneficiary, bankStatement, disbursementAccount }: Input): string[] =>
  [
    ...[customer.phone, customer.email, customer.bvn, customer.nin],
    ...[beneficiary, bankStatement, disbursementAccount].map((account) => account?.accountNumber),
  ].filter((one): one is string => typeof one === 'string' && one !== '');

const shown = ([name]: readonly string[], input: Input) => ({ name, accountEndsWith: accountEnd(input) });

const textIn = (fact: unknown) => (typeof fact === 'string' ? fact : undefined);

const amountOf = ({ amountKobo, totalKobo }: CaseSnapshot['facts']): number | undefined =>
  [amountKobo, totalKobo].find((amount) => typeof amount === 'number');
