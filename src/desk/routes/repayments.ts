import { stringify } from 'csv-stringify/sync';
import { scheduleOf } from '../loan-schedule';
import { lagosDayOf } from '../../domain/time/lagos-days';
import type { Handlers } from '../http/call';
import type { DeskParts } from '../parts';
import { repaymentRow } from '../contract/repayments';
import { given } from '../views/case-row';
import { readable } from '../views/readable';
import { bucketsOf, isWanted, repaymentRowOf } from '../views/repayments';
import { statementLines } from '../views/statement';

/** Loans read at a time. */
const LOANS_MAX = 10_000;

const TABS = ['today', 'week', 'arrears', 'promised', 'all'] as const;

/** Loans in repayment: due, in arrears by their age, promised; the statement of each. */
export const repaymentHandlers = ({
  client,
  copy,
  events,
}: DeskParts): Pick<Handlers, 'repayments' | 'statement' | 'statementCsv'> => ({
  async statement({ params: { reference } }) {
    const [schedule, listed] = await Promise.all([
      scheduleOf(client, reference),
      copy.find('loan', reference),
    ]);
    const readAt = new Date().toISOString();
    return { reference, ...given({ name: listed?.names.name }), ...statementLines(schedule), readAt };
  },
  async statementCsv({ params: { reference }, reply }) {
    const { instalments } = statementLines(await scheduleOf(client, reference));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${reference}.csv"`)
      .send(stringify(instalments, { header: true, columns: [...COLUMNS], escape_formulas: true }));
  },
  async repayments({ query: { due }, person }) {
    const me = person.subject;
    const loans = await Promise.all(
      ['REPAYING', 'ARREARS'].map((stage) =>
        copy.page({ kind: 'loan', stage }, { name: 'open', me }, 'waiting', LOANS_MAX),
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
});

const COLUMNS = ['number', 'dueOn', 'dueKobo', 'paidKobo', 'owedKobo', 'status'] as const;
