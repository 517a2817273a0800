import { isTakenBy } from '../../../src/domain/repayment/charge';
import { ChargeLog } from '../../../src/workflows/repayment/charge-log';

const pending = { reference: 'LN-1-i1-a1', dueOn: '2026-12-21', amountKobo: 60, paidBeforeKobo: 40 };
const schedule = (paidKobo: number) => [
  { dueOn: '2026-12-21', totalDueKobo: 100, paidKobo, status: 'UNPAID' },
];

test.each([
  [40, false],
  [99, false],
  [100, true],
])(
  'a pending charge of 60 after 40 is taken once the schedule shows 100 as paid, and not at %d',
  (paid, taken) => {
    expect(isTakenBy(schedule(paid), pending)).toBe(taken);
  },
);

test('a charge that the bank accepted is booked only when the schedule shows it', () => {
  const log = new ChargeLog();
  log.follow(pending);
  expect(log.settleBy(schedule(40))).toBeUndefined();
  expect([log.isPending, log.allTaken()]).toEqual([true, []]);
  expect(log.settleBy(schedule(100))).toEqual(pending);
  expect([log.isPending, log.allTaken()]).toEqual([false, [{ reference: 'LN-1-i1-a1', amountKobo: 60 }]]);
});

test('a charge that a supervisor knows not to have been taken is not booked', () => {
  const log = new ChargeLog();
  log.follow(pending);
  log.settle('NOT_TAKEN');
  expect([log.isPending, log.allTaken()]).toEqual([false, []]);
});

test('a pending charge outlives the handover to another run', () => {
  const log = new ChargeLog();
  log.follow(pending);
  const next = new ChargeLog();
  next.takeOver(log.carry());
  expect(next.isPending).toBe(true);
});
