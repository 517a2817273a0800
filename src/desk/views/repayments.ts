import { daysPastDue as daysLate } from '../../domain/repayment/calendar';
import { addDays, startOfLagosDay } from '../../domain/time/lagos-days';
import type { ListedCase } from '../../records/projection/list';
import type { RepaymentList, RepaymentRow } from '../contract/repayments';
import { given } from './case-row';

/** Ages of arrears: the most days of each, in order. */
const BUCKETS = [
  ['NOT_DUE', 0],
  ['DAYS_1_7', 7],
  ['DAYS_8_30', 30],
  ['DAYS_31_60', 60],
  ['DAYS_61_90', 90],
  ['DAYS_OVER_90', Infinity],
] as const;

type Bucket = RepaymentRow['bucket'];

/** A loan in repayment, from what its case shows. */
export function repaymentRowOf({ reference, snapshot, names }: ListedCase, today: string): RepaymentRow {
  const { facts, stage, stageTitle, assignee } = snapshot;
  const overdueSince = dayIn(facts.overdueSince);
  const daysPastDue = overdueSince === undefined ? 0 : daysLate(overdueSince, startOfLagosDay(today));
  const promisedOn = dayIn(facts.promisedOn);
  return {
    ...{ reference, stage, stageTitle, daysPastDue },
    bucket: bucketOf(daysPastDue),
    ...given({
      name: names.name,
      nextDueOn: dayIn(facts.nextDueOn),
      instalments: wholeIn(facts.instalments),
      instalmentsPaid: wholeIn(facts.instalmentsPaid),
      outstandingKobo: wholeIn(facts.outstandingKobo),
      overdueSince,
      promisedOn,
      promise: promisedOn === undefined ? undefined : promiseOf(promisedOn, dayIn(facts.promiseMetOn), today),
      assignee,
    }),
  };
}

/** A loan may see so many days later that its borrower has paid: the longest wait between two looks. */
const SEEN_WITHIN_DAYS = 3;

/** A promise is kept where all that was due by its day was seen as paid by then, or so many days later; after that it stays broken. */
function promiseOf(promisedOn: string, metOn: string | undefined, today: string) {
  if (metOn !== undefined) return metOn <= addDays(promisedOn, SEEN_WITHIN_DAYS) ? 'KEPT' : 'BROKEN';
  return promisedOn < today ? 'BROKEN' : 'OPEN';
}

/** Whether a loan belongs under a tab. */
export function isWanted(row: RepaymentRow, tab: string, today: string): boolean {
  const { nextDueOn: due, daysPastDue, promisedOn } = row;
  if (tab === 'today') return due === today;
  if (tab === 'week') return due !== undefined && due >= today && due < addDays(today, 7);
  if (tab === 'arrears') return daysPastDue > 0;
  return tab === 'promised' ? promisedOn !== undefined : true;
}

/** Loans and what they owe, by the age of their arrears. */
export const bucketsOf = (rows: readonly RepaymentRow[]): RepaymentList['buckets'] =>
  BUCKETS.map(([bucket]) => {
    const own = rows.filter((row) => row.bucket === bucket);
    return {
      bucket,
      loans: own.length,
      outstandingKobo: own.reduce((sum, { outstandingKobo = 0 }) => sum + outstandingKobo, 0),
    };
  });

const bucketOf = (days: number): Bucket => BUCKETS.find(([, most]) => days <= most)?.[0] ?? 'DAYS_OVER_90';

const dayIn = (fact: unknown) => (typeof fact === 'string' ? fact.slice(0, 10) : undefined);
const wholeIn = (fact: unknown) => (typeof fact === 'number' ? fact : undefined);
