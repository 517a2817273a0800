import { createCharges } from '../../src/activities/charges';
import type { Fence } from '../../src/activities/gate/fence';
import type { SendMark } from '../../src/domain/case/authorisation';
import type { ChargeRequest } from '../../src/domain/repayment/charge';
import { attempt, bankWith } from '../support/fake-bank';

const request: ChargeRequest = { loanId: 'L-1', dueOn: '2030-01-31', reference: 'R-1' };

/** Charges one instalment at a bank that answers with what it took. */
function charge(
  totalDue: number,
  takes: (asked: number) => number,
  given = request,
  items = [{ dueDate: '2030-01-31', totalDue, paidAmount: 0, status: 'UNPAID' }],
  { mark, fence }: { readonly mark?: SendMark; readonly fence?: Fence } = {},
) {
  const schedule = items.map((item) => ({ ...item, principalDue: 0, interestDue: 0 }));
  const asked: number[] = [];
  const bank = bankWith({
    getRepaymentSchedule: async () => ({ schedule }),
    chargeRepayment: async ({ loanId, amount, reference }) => {
      asked.push(amount);
      return { loanId, reference, amount: takes(amount), status: 'SUCCESS', outstandingBalance: 0 };
    },
  });
  const charges = createCharges(bank, { chargeRepayment: () => Promise.resolve() }, fence);
  return attempt()
    .run((asking: ChargeRequest) => charges.chargeInstalment(asking, undefined, mark), given)
    .then((outcome) => ({ ...(outcome as object), asked }));
}

test('a charge that the bank takes in part books what it took', async () => {
  expect(await charge(100_000, (asked) => asked / 2)).toMatchObject({
    asked: [100_000],
    status: 'TAKEN',
    amountKobo: 50_000,
    instalments: [{ paidKobo: 50_000 }],
  });
});

test('a charge tells the fence which of its sends it is', async () => {
  const mark = { at: '11:00', after: '10:00' };
  const told: unknown[] = [];
  await charge(100_000, (asked) => asked, request, undefined, {
    mark,
    fence: {
      send: (sending, call) => {
        told.push(sending.mark);
        return call();
      },
    },
  });
  expect(told).toEqual([mark]);
});

test('a charge that succeeded without an amount is followed, and not made again', async () => {
  expect(await charge(100_000, () => 0)).toMatchObject({ status: 'PENDING', amountKobo: 100_000 });
});

test('two items of a schedule with the same due date are charged as one instalment', async () => {
  const items = [
    { dueDate: '2030-01-31', totalDue: 70_000, paidAmount: 70_000, status: 'PAID' },
    { dueDate: '2030-01-31', totalDue: 30_000, paidAmount: 10_000, status: 'PARTIALLY_PAID' },
  ];
  expect(await charge(0, (asked) => asked, request, items)).toMatchObject({
    asked: [20_000],
    status: 'TAKEN',
    instalments: [{ totalDueKobo: 100_000, paidKobo: 100_000 }],
  });
});

test('what was paid by transfer before a charge goes out, be it after an outage, is not charged', async () => {
  expect(await charge(0, (asked) => asked)).toMatchObject({ asked: [], status: 'NOTHING_DUE' });
});

test('by a schedule that does not show an earlier charge yet, nothing is charged', async () => {
  const stale = { ...request, paidAtLeastKobo: 50_000 };
  expect(await charge(100_000, (asked) => asked, stale)).toMatchObject({ asked: [], status: 'NOTHING_DUE' });
});

test('a fraction of a kobo that is owed is charged as a whole one', async () => {
  expect(await charge(100_000.4, (asked) => asked)).toMatchObject({
    asked: [100_001],
    amountKobo: 100_001,
  });
});
