import fc from 'fast-check';
import type { OwnMovement, StatementLine } from '../../../src/domain/reconciliation/statement';
import { reconcile } from '../../../src/domain/reconciliation/matching';

export const ACCOUNT = '9000000001';
export const AT = '2026-11-20T10:00:00.000Z';
export const LATER = '2026-11-21T00:00:00.000Z';
export const FEE = 5_000;

/** How a movement of ours may stand. */
export type Status = OwnMovement['status'];
/** A movement of ours with its lines on the statement. */
export interface Sample {
  readonly own: OwnMovement;
  readonly lines: StatementLine[];
}

export const line = (
  direction: string,
  uniqueRef: string,
  amountKobo: number,
  more: Partial<StatementLine> = {},
) => ({
  direction,
  uniqueRef,
  amountKobo,
  at: AT,
  wasReversed: false,
  ...more,
});

/** A payout and the lines that it leaves on the statement. */
export function payout(number: number, status: Status, amountKobo: number, feeKobo = FEE): Sample {
  const reference = `PO-${number}`;
  const uniqueRef = `1${String(number).padStart(19, '0')}`;
  const wasReversed = status === 'FAILED' || status === 'REVERSED';
  const own = { reference, status, amountKobo, feeKobo, uniqueRef, account: ACCOUNT, endedAt: AT };
  if (status === 'CANCELLED') return { own, lines: [] };
  const lines = [line('DEBIT', uniqueRef, amountKobo, { mentions: [reference], wasReversed })];
  if (feeKobo > 0)
    lines.push(line('DEBIT', `${uniqueRef}_CHARGE`, feeKobo, { mentions: [reference], wasReversed }));
  if (wasReversed)
    lines.push(
      ...lines.map((taken, place) =>
        line('CREDIT', `2${number}${place}`, taken.amountKobo, { mentions: [reference] }),
      ),
    );
  return { own, lines };
}

export const compare = (ours: readonly OwnMovement[], lines: readonly StatementLine[]) =>
  reconcile({ account: ACCOUNT, ours, lines, settledBefore: LATER });

export const amounts = fc.integer({ min: 20_000, max: 10_000_000_00 });
export const statuses = fc.constantFrom<Status>('SUCCESS', 'FAILED', 'REVERSED', 'CANCELLED', 'RUNNING');
export const samples = fc
  .array(fc.record({ status: statuses, amountKobo: amounts, feeKobo: fc.constantFrom(0, FEE) }), {
    maxLength: 30,
  })
  .map((wishes) =>
    wishes.map(({ status, amountKobo, feeKobo }, place) => payout(place, status, amountKobo, feeKobo)),
  );

/** Money from others, with and without a stamp duty. */
export const incomes = fc
  .array(fc.record({ amountKobo: amounts, duty: fc.boolean() }), { maxLength: 10 })
  .map((wishes) =>
    wishes.flatMap(({ amountKobo, duty }, place) => {
      const credit = line('CREDIT', `3${place}`, amountKobo, { mentions: ['Incoming'] });
      return duty ? [credit, line('DEBIT', `3${place}_CBN_STAMP_DUTY_CHARGE`, 5_000)] : [credit];
    }),
  );

export const oursOf = (given: readonly Sample[]) => given.map(({ own }) => own);
export const linesOf = (given: readonly Sample[]) => given.flatMap(({ lines }) => lines);
export const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
