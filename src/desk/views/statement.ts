import { owedKobo, type Instalment } from '../../domain/repayment/instalments';
import type { Statement } from '../contract/repayments';

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
