import { callAgainDay } from '../../domain/repayment/call-again';
import { daysPastDue as daysLate } from '../../domain/repayment/instalments';
import { nairaCell, nairaText } from '../../domain/money/amounts';
import { businessNow, REAL_TIME } from '../../domain/time/clock';
import { addDays, dayText, lagosDayOf } from '../../domain/time/lagos-days';
import type { ListedCase } from '../../records/projection/list';
import type { DueTab, RepaymentList, RepaymentRow, Statement } from '../contract/repayments';

/** Ages of arrears in order, each with its most days. */
const BUCKETS = [
  ['NOT_DUE', 0],
  ['DAYS_1_7', 7],
  ['DAYS_8_30', 30],
  ['DAYS_31_60', 60],
  ['DAYS_61_90', 90],
  ['DAYS_OVER_90', Infinity],
] as const;

/** Within this the copy has a payment that its case has seen; later the pages call their lists old. */
const FOLLOWS_WITHIN_MS = 15_000;

/** A loan in repayment at a real instant, with days by its own clock, which runs fast in a demonstration. */
export function repaymentRowOf(loan: ListedCase, nowMs: number): RepaymentRow {
  const { reference, snapshot, branch, readAt, unpaid } = loan;
  const { name, phone, lastNote: note, lastCall = note?.text ?? '' } = loan.names;
  const { facts, stage, stageTitle, assignee } = snapshot;
  const { clock = REAL_TIME, instalments = [] } = unpaid ?? {};
  const businessMs = businessNow(clock, nowMs);
  const today = lagosDayOf(businessMs);
  // What came due within these seconds, which are hours on a fast clock, may be paid.
  const known = lagosDayOf(businessNow(clock, Math.max(readAt.getTime(), nowMs - FOLLOWS_WITHIN_MS)));
  const overdue = instalments.filter(({ dueOn }) => dueOn < known);
  const next = instalments[overdue.length];
  const overdueSince = overdue[0]?.dueOn;
  const daysPastDue = overdueSince === undefined ? 0 : daysLate(overdueSince, businessMs);
  const promisedOn = dayIn(facts.promisedOn);
  return {
    ...{ reference, stage, stageTitle, today, assignee, branch, daysPastDue, overdueSince, promisedOn },
    name,
    phone,
    nextDueOn: next?.dueOn,
    nextDueKobo: next?.owedKobo,
    instalments: wholeIn(facts.instalments),
    instalmentsPaid: wholeIn(facts.instalmentsPaid),
    overdueKobo: overdue.reduce((sum, { owedKobo }) => sum + owedKobo, 0),
    outstandingKobo: wholeIn(facts.outstandingKobo),
    bucket: BUCKETS.find(([, most]) => daysPastDue <= most)?.[0] ?? 'DAYS_OVER_90',
    promise: promisedOn === undefined ? undefined : promiseOf(promisedOn, dayIn(facts.promiseMetOn), today),
    callOn: callAgainDay(lastCall),
    lastNote: note && { on: lagosDayOf(Date.parse(note.at)), text: note.text },
  };
}

/** The day by a loan's own clock; `undefined` of another case. */
export const todayOf = (unpaid: ListedCase['unpaid']): string | undefined =>
  unpaid && lagosDayOf(businessNow(unpaid.clock, Date.now()));

/** What a loan in repayment has overdue, in words; `undefined` if nothing. */
export function overdueText(loan: ListedCase, nowMs = Date.now()): string | undefined {
  if (!loan.unpaid) return undefined;
  const { overdueKobo, overdueSince } = repaymentRowOf(loan, nowMs);
  return (
    overdueSince && `${nairaText(overdueKobo)} is overdue, the oldest part since ${dayText(overdueSince)}`
  );
}

/** Days after which a loan's case sees a payment at the latest: the longest wait between two looks. */
const SEEN_WITHIN_DAYS = 3;

/** A promise is kept if the case saw all that was due by its day as paid at most three days later. */
export function promiseOf(promisedOn: string, metOn: string | undefined, today: string) {
  if (metOn !== undefined) return metOn <= addDays(promisedOn, SEEN_WITHIN_DAYS) ? 'KEPT' : 'BROKEN';
  return promisedOn < today ? 'BROKEN' : 'OPEN';
}

export function isWanted(row: RepaymentRow, tab: DueTab): boolean {
  const { today, nextDueOn: due, daysPastDue, promisedOn } = row;
  // What came due just before midnight is not known as overdue yet.
  if (tab === 'today') return due !== undefined && due <= today;
  if (tab === 'week') return due !== undefined && due < addDays(today, 7);
  if (tab === 'arrears') return daysPastDue > 0;
  if (tab === 'calls') return isToCall(row);
  return tab === 'promised' ? promisedOn !== undefined : true;
}

/** Whether the day of "call again" has come, or, without such a note, that of a promise not kept. */
function isToCall({ today, callOn, promise, promisedOn }: RepaymentRow): boolean {
  if (callOn !== undefined) return callOn <= today;
  return promisedOn !== undefined && promise !== 'KEPT' && promisedOn <= today;
}

/** Numbers of loans and their debts, by the age of their arrears. */
export const bucketsOf = (rows: readonly RepaymentRow[]): RepaymentList['buckets'] =>
  BUCKETS.map(([bucket]) => {
    const own = rows.filter((row) => row.bucket === bucket);
    return {
      bucket,
      loans: own.length,
      overdueKobo: own.reduce((sum, row) => sum + row.overdueKobo, 0),
      outstandingKobo: own.reduce((sum, { outstandingKobo = 0 }) => sum + outstandingKobo, 0),
    };
  });

const dayIn = (fact: unknown) => (typeof fact === 'string' ? fact.slice(0, 10) : undefined);
const wholeIn = (fact: unknown) => (typeof fact === 'number' ? fact : undefined);

/** A loan as a line for spreadsheets, with amounts in naira. */
export const repaymentLine = (row: RepaymentRow) => ({
  reference: row.reference,
  name: row.name,
  phone: row.phone,
  branch: row.branch,
  assignee: row.assignee,
  stage: row.stageTitle,
  overdueNaira: nairaOf(row.overdueKobo),
  overdueSince: row.overdueSince,
  daysLate: row.daysPastDue,
  nextDueOn: row.nextDueOn,
  nextDueNaira: nairaOf(row.nextDueKobo),
  outstandingNaira: nairaOf(row.outstandingKobo),
  promisedOn: row.promisedOn,
  promise: row.promise && PROMISE[row.promise],
  callOn: row.callOn,
  lastNoteOn: row.lastNote?.on,
  lastNote: row.lastNote?.text,
});

const PROMISE = { OPEN: 'open', KEPT: 'kept', BROKEN: 'not seen paid by then' };

const nairaOf = (kobo: number | undefined) => (kobo === undefined ? undefined : nairaCell(kobo));

/** The same of an instalment of a statement. */
export const instalmentLine = ({
  dueKobo,
  paidKobo,
  owedKobo,
  ...instalment
}: Statement['instalments'][number]) => ({
  ...instalment,
  dueNaira: nairaCell(dueKobo),
  paidNaira: nairaCell(paidKobo),
  owedNaira: nairaCell(owedKobo),
});
