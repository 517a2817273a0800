import { lagosDayOf } from '../../domain/time/lagos-days';
import type { Handlers } from '../http/call';
import type { DeskParts } from '../parts';
import { bucketsOf, isWanted, repaymentRowOf } from '../views/repayments';

/** Loans read at a time. */
const LOANS_MAX = 10_000;

const TABS = ['today', 'week', 'arrears', 'promised', 'all'] as const;

/** Loans in repayment: due, in arrears by their age, promised. */
export const repaymentHandlers = ({ copy, events }: DeskParts): Pick<Handlers, 'repayments'> => ({
  async repayments({ query: { due }, person }) {
    const me = person.subject;
    const loans = await Promise.all(
      ['REPAYING', 'ARREARS'].map((stage) =>
        copy.page({ kind: 'loan', stage }, { name: 'open', me }, 'waiting', LOANS_MAX),
      ),
    );
    const today = lagosDayOf(Date.now());
    const rows = loans.flat().map((loan) => repaymentRowOf(loan, today));
    const counted = TABS.map((tab) => [tab, rows.filter((row) => isWanted(row, tab, today)).length]);
    return {
      rows: rows
        .filter((row) => isWanted(row, due, today))
        .sort((one, other) => (one.nextDueOn ?? '9').localeCompare(other.nextDueOn ?? '9')),
      counts: Object.fromEntries(counted) as Record<(typeof TABS)[number], number>,
      buckets: bucketsOf(rows),
      freshness: await events.freshness(),
    };
  },
});
