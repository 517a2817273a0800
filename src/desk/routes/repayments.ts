import type { Client } from '@temporalio/client';
import { addDays, lagosDayOf, startOfLagosDay } from '../../domain/time/lagos-days';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { RouteContext } from '../route-context';
import { repaymentRow, type RepaymentList, type RepaymentRow, type Statement } from '../contract/repayments';
import { readable } from '../views/case-row';
import { daysPastDue as daysLate, owedKobo, type Instalment } from '../../domain/repayment/instalments';
import type { ListedCase } from '../../records/projection/list';
import { scheduleQuery } from '../../domain/wire/messages';
import { RequestError } from '../../cases/request-error';
import { answerOf } from '../../cases/snapshot';
import { kinds } from '../../domain/kinds';
import { workflowChain } from '../../cases/workflow-chain';

/** Loans read at a time. */
const LOANS_MAX = 10_000;

const TABS = ['today', 'week', 'arrears', 'promised', 'all'] as const;

/** Loans in repayment: due, in arrears by their age, promised; the statement of each. */
export const repaymentHandlers = ({ client, copy, events }: RouteContext) =>
  ({
    async statement({ params: { reference } }) {
      const [schedule, listed] = await Promise.all([
        scheduleOf(client, reference),
        copy.find('loan', reference),
      ]);
      const readAt = new Date().toISOString();
      return { reference, name: listed?.names.name, ...statementLines(schedule), readAt };
    },
    async statementCsv({ params: { reference }, reply }) {
      const { instalments } = statementLines(await scheduleOf(client, reference));
      return sendTable(reply, `statement-${reference}.csv`, instalments, COLUMNS);
    },
    async repayments({ query: { due }, person }) {
      const loans = await Promise.all(
        ['REPAYING', 'ARREARS'].map((stage) =>
          copy.page({ kind: 'loan', stage }, { name: 'open', me: person }, 'waiting', LOANS_MAX),
        ),
      );
      const today = lagosDayOf(Date.now());
      const { rows, unreadable } = readable(repaymentRow, loans.flat(), (loan) => [
        repaymentRowOf(loan, today),
      ]);
      const counted = TABS.map((tab) => [tab, rows.filter((row) => isWanted(row, tab, today)).length]);
      return {
        rows: rows
          .filter((row) => isWanted(row, due, today))
          .sort((one, other) => (one.nextDueOn ?? '9').localeCompare(other.nextDueOn ?? '9')),
        unreadable,
        counts: Object.fromEntries(counted) as Record<(typeof TABS)[number], number>,
        buckets: bucketsOf(rows),
        freshness: await events.freshness(),
      };
    },
  }) satisfies Partial<Handlers>;

const COLUMNS = ['number', 'dueOn', 'dueKobo', 'paidKobo', 'owedKobo', 'status'] as const;

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
    ...{ name: names.name, assignee, overdueSince, promisedOn },
    bucket: bucketOf(daysPastDue),
    nextDueOn: dayIn(facts.nextDueOn),
    instalments: wholeIn(facts.instalments),
    instalmentsPaid: wholeIn(facts.instalmentsPaid),
    outstandingKobo: wholeIn(facts.outstandingKobo),
    promise: promisedOn === undefined ? undefined : promiseOf(promisedOn, dayIn(facts.promiseMetOn), today),
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
function isWanted(row: RepaymentRow, tab: string, today: string): boolean {
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

type Sums = Statement['total'];

const NOTHING: Sums = { dueKobo: 0, paidKobo: 0, owedKobo: 0 };

/** The instalments of a loan in order of their days, with their sums. */
export function statementLines(schedule: readonly Instalment[]): Pick<Statement, 'instalments' | 'total'> {
  const instalments = [...schedule]
    .sort((one, other) => one.dueOn.localeCompare(other.dueOn))
    .map((one, place) => ({ number: place + 1, dueOn: one.dueOn, ...sumsOf(one), status: one.status }));
  return { instalments, total: instalments.reduce(together, NOTHING) };
}

const sumsOf = (one: Instalment): Sums => ({
  dueKobo: one.totalDueKobo,
  paidKobo: one.paidKobo,
  owedKobo: owedKobo(one),
});

const together = (sum: Sums, { dueKobo, paidKobo, owedKobo: owed }: Sums): Sums => ({
  dueKobo: sum.dueKobo + dueKobo,
  paidKobo: sum.paidKobo + paidKobo,
  owedKobo: sum.owedKobo + owed,
});

/** The instalments of a loan, as its repayment knows them. @throws RequestError, also before it is in repayment */
async function scheduleOf(client: Client, reference: string): Promise<readonly Instalment[]> {
  const [, repayment] = await workflowChain(client, kinds.loan, reference);
  if (repayment === undefined)
    throw new RequestError(
      'refused',
      `The loan ${reference} has no statement: no repayment of it has begun.`,
    );
  return answerOf(client, repayment, scheduleQuery);
}
