import type { Client } from '@temporalio/client';
import type { Handlers } from '../http/run-route';
import { sendTable } from '../http/protection';
import type { Person } from '../login/roles';
import type { RouteContext } from '../route-context';
import {
  DUE_TABS,
  repaymentRow,
  type DueTab,
  type RepaymentRow,
  type Statement,
} from '../contract/repayments';
import { readable } from '../views/case-row';
import { bucketsOf, instalmentLine, isWanted, repaymentLine, repaymentRowOf } from '../views/repayments';
import { isPaid, owedKobo, type Instalment } from '../../domain/repayment/instalments';
import { scheduleQuery } from '../../domain/wire/messages';
import { refusal } from '../../cases/request-error';
import { answerOf } from '../../cases/snapshot';
import { kinds } from '../../domain/kinds';
import { workflowChain } from '../../cases/workflow-chain';

/** Most loans per stage that are read. */
const LOANS_MAX = 10_000;

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
      return sendTable(reply, `statement-${reference}.csv`, instalments.map(instalmentLine), COLUMNS);
    },
    async repayments({ query: { due }, person }) {
      const { rows, unreadable } = await loansOf(copy, person);
      const counted = DUE_TABS.map((tab) => [tab, rows.filter((row) => isWanted(row, tab)).length]);
      return {
        rows: rows.filter((row) => isWanted(row, due)),
        unreadable,
        counts: Object.fromEntries(counted) as Record<DueTab, number>,
        buckets: bucketsOf(rows),
        freshness: await events.freshness(),
      };
    },
    async repaymentsCsv({ query: { due }, person, reply }) {
      const { rows } = await loansOf(copy, person);
      const lines = rows.filter((row) => isWanted(row, due)).map(repaymentLine);
      return sendTable(reply, `repayments-${due}.csv`, lines);
    },
  }) satisfies Partial<Handlers>;

/** All loans in repayment, the longest unpaid first. */
async function loansOf(copy: RouteContext['copy'], me: Person) {
  const pages = ['REPAYING', 'ARREARS'].map((stage) =>
    copy.page({ kind: 'loan', stage }, { name: 'open', me }, 'waiting', LOANS_MAX),
  );
  const loans = (await Promise.all(pages)).flat();
  const nowMs = Date.now();
  const { rows, unreadable } = readable(repaymentRow, loans, (loan) => [repaymentRowOf(loan, nowMs)]);
  const unpaidOn = ({ overdueSince, nextDueOn = '9' }: RepaymentRow) => overdueSince ?? nextDueOn;
  return { rows: rows.sort((one, other) => unpaidOn(one).localeCompare(unpaidOn(other))), unreadable };
}

const COLUMNS = ['number', 'dueOn', 'dueNaira', 'paidNaira', 'owedNaira', 'status'] as const;

export function statementLines(schedule: readonly Instalment[]): Pick<Statement, 'instalments' | 'total'> {
  const instalments = [...schedule]
    .sort((one, other) => one.dueOn.localeCompare(other.dueOn))
    .map((one, place) => ({
      number: place + 1,
      dueOn: one.dueOn,
      dueKobo: one.totalDueKobo,
      paidKobo: one.paidKobo,
      owedKobo: owedKobo(one),
      status: statusOf(one),
    }));
  const sumOf = (column: keyof Statement['total']) => instalments.reduce((sum, one) => sum + one[column], 0);
  const total = { dueKobo: sumOf('dueKobo'), paidKobo: sumOf('paidKobo'), owedKobo: sumOf('owedKobo') };
  return { instalments, total };
}

/** As the sums have it: the bank's word may be older than its sums. */
function statusOf(one: Instalment): string {
  if (isPaid(one)) return 'PAID';
  return one.paidKobo > 0 ? 'PARTIALLY_PAID' : one.status;
}

/** The instalments of a loan, by its repayment case. @throws RequestError, also if repayment has not begun */
async function scheduleOf(client: Client, reference: string): Promise<readonly Instalment[]> {
  const [, repayment] = await workflowChain(client, kinds.loan, reference);
  if (repayment === undefined)
    throw refusal(`The loan ${reference} has no statement: no repayment of it has begun.`);
  return answerOf(client, repayment, scheduleQuery);
}
