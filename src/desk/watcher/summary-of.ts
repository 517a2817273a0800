import type { Client } from '@temporalio/client';
import { detailsOf, identityNumbersOf, startedInput } from '../../cases/started-input';
import { answerOf, snapshotOf } from '../../cases/snapshot';
import { described } from '../../cases/workflow-chain';
import { beneficiaryKey, paymentKey, type BatchRow } from '../../domain/batch/rows';
import { isUnpaid } from '../../domain/batch/validation-results';
import { OPERATORS, STAFF, type CommandTable, type Role } from '../../domain/case/commands';
import { secondPerson, WITHDREW } from '../../domain/case/agreement';
import type { CaseKind } from '../../domain/case/kind';
import { isReminder, wordsOf, type CaseSnapshot, type TimelineEntry } from '../../domain/case/snapshot';
import { kinds } from '../../domain/kinds';
import type { CheckedLoan } from '../../domain/loan/input';
import { loanStages } from '../../domain/loan/stages';
import type { PayoutInput } from '../../domain/payout/input';
import { isOfCall } from '../../domain/repayment/call-again';
import { owedKobo, unpaidOf } from '../../domain/repayment/instalments';
import { REAL_TIME, type Clock } from '../../domain/time/clock';
import { rowsQuery, scheduleQuery } from '../../domain/wire/messages';
import { caseId, caseOf } from '../../domain/wire/workflow-ids';
import type { NamesKey, SealedPart } from '../../records/projection/names';
import { BY_ROWS, type CaseSummary, type Unpaid } from '../../records/projection/summary';
import { rolesFor } from '../access/command-permission';
import { ACTING_ROLES } from '../contract/fields';
import type { IndexedCase } from './executions';

/** The people that a case may wait for, and the roles that act then. An approval itself names its roles. */
const PEOPLE: Readonly<Record<string, readonly Role[]>> = {
  officer: STAFF,
  borrower: STAFF,
  operator: OPERATORS,
  supervisor: ['supervisor'],
  approver: [],
};

type Found = Omit<IndexedCase, 'isWedged'>;

/** Asks a case, and summarises its answer for lists. @throws RequestError if no worker answers */
export async function summaryOf(client: Client, found: Found, key: NamesKey): Promise<CaseSummary> {
  const { kind, reference, workflowId, changedAt, indexed, batch } = found;
  const [told, input, startedAt] = await Promise.all([
    snapshotOf(client, kinds[kind], reference),
    inputOf(client, found),
    startOf(client, found),
  ]);
  const { timeline, calls: _calls, notBegun, others: _others, ...rest } = told;
  const { workflowId: current, kind: _kind, ...snapshot } = rest;
  const unpaid = snapshot.ended ? undefined : await unpaidIn(client, current);
  const results =
    kind === 'batch' && snapshot.ended && notBegun === undefined
      ? await answerOf(client, current, rowsQuery)
      : [];
  const names = namesIn(input);
  const customer = input.customer?.reference;
  return {
    ...{ kind, reference, workflowId, snapshot, startedAt, changedAt, indexed, customer },
    batch: kind === 'batch' ? undefined : batch,
    branch: typeof snapshot.facts.branch === 'string' ? snapshot.facts.branch : undefined,
    needsPerson: needsPerson(snapshot),
    forRoles: forRoles(kinds[kind], snapshot),
    amountKobo: amountOf(snapshot.facts) ?? input.application?.amountKobo,
    disbursedAt: kind === 'loan' ? timeline.find(isDisbursement)?.at : undefined,
    since: sinceOf(snapshot),
    unpaid,
    sealed: names.length > 0 ? key.seal(workflowId, shown(input, names, unpaid && timeline)) : undefined,
    words: [
      ...key.indexOf([...names, accountEnd(input) ?? '', customer ?? ''], foundWhole(input)),
      ...payeeIn(input, amountOf(snapshot.facts), key),
      ...rowWords(input.payouts ?? [], new Map(results.map((one) => [one.row, one.status])), key),
    ],
  };
}

/** Whether an entry notes the disbursement: the timeline notes the title of each stage on entry. */
const isDisbursement = ({ by, what }: TimelineEntry) =>
  by === 'system' && what === loanStages.DISBURSED.title;

/** Since when a case waits: an attention that only reminds of a wait is as old as the wait. */
function sinceOf(snapshot: Pick<CaseSnapshot, 'attention' | 'waiting' | 'since'>): string {
  const { attention, waiting, since } = snapshot;
  return (isReminder(snapshot) ? undefined : attention?.since) ?? waiting?.since ?? since;
}

type Snapshot = Pick<CaseSnapshot, 'stage' | 'attention' | 'waiting' | 'proposals' | 'approval' | 'ended'>;

const needsPerson = (snapshot: Snapshot): boolean => {
  const { attention, proposals = [], ended } = snapshot;
  return !ended && (attention !== undefined || proposals.length > 0 || waitedFor(snapshot) !== undefined);
};

/** The people who act on what a case waits for. Before an instalment is due nobody needs to: a loan that stays unpaid is in arrears. */
const waitedFor = ({ waiting, stage }: Snapshot): readonly Role[] | undefined =>
  waiting === undefined || stage === 'REPAYING' ? undefined : PEOPLE[waiting.on];

/** The roles that may help: those of the commands that the attention names, or all if it names none. */
function forRoles({ commands }: CaseKind, snapshot: Snapshot) {
  const { attention, ended } = snapshot;
  if (ended) return [];
  if (!attention) return waitedFor(snapshot) ?? [];
  // Who may agree may refuse; the rule of a proposal names them, the table of the refusal all roles.
  const { refuseProposal: _, ...rows }: CommandTable = commands;
  const helping = attention.actions.flatMap((name) =>
    rows[name] ? rolesFor(rows[name], name, snapshot) : [],
  );
  return helping.length > 0 ? [...new Set(helping)] : ACTING_ROLES;
}

type Loose<T> = T extends object ? { readonly [K in keyof T]?: Loose<T[K]> | undefined } : T;
/** The input that started a case of any kind; each field may be missing. */
type Input = Loose<CheckedLoan & Pick<PayoutInput, 'beneficiary'>> & {
  readonly payouts?: readonly BatchRow[];
};

/** The start of a case's first workflow: a loan in repayment began as its application. */
const startOf = async (client: Client, { kind, reference, workflowId, startedAt }: Found) =>
  kind === 'loan' && workflowId !== caseId(kind, reference)
    ? (await described(client, caseId(kind, reference))).startTime
    : startedAt;

/** The input of a case's first workflow, with what may have been changed: a payout's beneficiary, identity numbers. */
async function inputOf(client: Client, { kind, reference, workflowId }: Found): Promise<Input> {
  const first = kind === 'loan' ? caseId(kind, reference) : workflowId;
  const input = Object(await startedInput(client, first)) as Input;
  const { customer } = input;
  if (customer) return { ...input, customer: { ...customer, ...(await identityNumbersOf(client, first)) } };
  const isPayout = kind === 'payout' || kind === 'flush';
  const { beneficiary } = isPayout ? await detailsOf(client, workflowId) : {};
  return { ...input, ...(beneficiary && { beneficiary }) };
}

const namesIn = ({ customer, businessName, beneficiary }: Input): string[] =>
  [
    customer && [customer.firstName, customer.lastName].filter(Boolean).join(' '),
    businessName,
    beneficiary?.accountName,
  ].filter((name): name is string => name !== undefined && name !== '');

const accountEnd = ({ beneficiary }: Input): string | undefined => beneficiary?.accountNumber?.slice(-4);

/** What finds a payout by its payee, and as the same payment as another one. */
const payeeIn = ({ beneficiary: { bankCode, accountNumber } = {} }: Input, amountKobo = 0, key: NamesKey) =>
  bankCode && accountNumber ? paymentWords({ bankCode, accountNumber, amountKobo }, key) : [];

const paymentWords = (payment: Parameters<typeof paymentKey>[0], key: NamesKey): string[] =>
  [beneficiaryKey(payment), paymentKey(payment)].map(key.payeeOf);

/** What finds a batch by its rows, whose payouts are no cases of the copy: once it has ended, by payments that were made. */
const rowWords = (
  rows: readonly BatchRow[],
  results: ReadonlyMap<number, string>,
  key: NamesKey,
): ReadonlySet<string> =>
  new Set([
    ...key.indexOf(
      rows.flatMap(({ accountName, accountNumber }) => [accountName, accountNumber.slice(-4)]),
      rows.flatMap(({ accountNumber, reference }) => [accountNumber, reference]),
    ),
    ...rows.map(({ amountKobo }) => key.amountOf(amountKobo)),
    ...(results.size > 0 ? [BY_ROWS] : []),
    ...rows.flatMap((row, place) => {
      const status = results.get(place + 1);
      const [payee = [], payment = []] = paymentWords(row, key);
      const isPaid = status === undefined || status === 'SUCCESS';
      return [isPaid ? payee : [], isUnpaid(status) ? [] : payment].flat();
    }),
  ]);

/** Personal numbers and addresses that find the case if they are typed in full. */
const foundWhole = ({ customer = {}, beneficiary, bankStatement, disbursementAccount }: Input): string[] =>
  [
    ...[customer.phone, customer.email, customer.bvn, customer.nin],
    ...[beneficiary, bankStatement, disbursementAccount].map((account) => account?.accountNumber),
  ].filter((one): one is string => typeof one === 'string' && one !== '');

/** The sealed part of a row: the name; for a loan in repayment also the phone number to call and the latest note. */
const shown = (input: Input, [name]: readonly string[], calls?: readonly TimelineEntry[]): SealedPart => ({
  ...{ name, accountEndsWith: accountEnd(input) },
  ...(calls && {
    phone: input.customer?.phone,
    lastNote: lastNoteIn(calls),
    lastCall: calls.map(textOf).findLast(isOfCall),
  }),
});

const textOf = (entry: TimelineEntry): string => (entry.by === 'system' ? entry.what : wordsOf(entry));

/** What answers to proposals are called: beside them stands what was proposed, which is no note. */
const ANSWERS = [WITHDREW, ...Object.values(secondPerson([])).map(({ summary }) => summary)];

/** A person's latest words. */
const lastNoteIn = (timeline: readonly TimelineEntry[]): SealedPart['lastNote'] =>
  timeline
    .filter(({ by, what }) => by !== 'system' && !ANSWERS.some((answer) => what.startsWith(answer)))
    .map((entry) => ({ at: entry.at, text: wordsOf(entry) }))
    .findLast(({ text }) => text !== '');

/** The unpaid instalments of a loan; `undefined` if the workflow is not a repayment. */
async function unpaidIn(client: Client, workflowId: string): Promise<Unpaid | undefined> {
  if (caseOf(workflowId).kind !== 'repayment') return undefined;
  const [schedule, input] = await Promise.all([
    answerOf(client, workflowId, scheduleQuery),
    startedInput(client, workflowId),
  ]);
  const instalments = unpaidOf(schedule).map((one) => ({ dueOn: one.dueOn, owedKobo: owedKobo(one) }));
  return { clock: (Object(input) as { clock?: Clock }).clock ?? REAL_TIME, instalments };
}

const amountOf = ({ amountKobo, totalKobo, differenceKobo }: CaseSnapshot['facts']): number | undefined =>
  [amountKobo, totalKobo, differenceKobo].find((amount) => typeof amount === 'number');
