import { ApplicationFailure } from '@temporalio/common';
import { createCharges } from '../../src/activities/charges';
import { NO_FENCE, type Fence } from '../../src/activities/gate/fence';
import type { SendMark } from '../../src/domain/case/send-authorisation';
import { RequestRefusedError } from '../../src/bank/errors';
import type { ChargeRequest } from '../../src/domain/repayment/charge';
import { OUTCOME_UNKNOWN } from '../../src/domain/wire/failure-types';
import { attempt, bankWith, failureOf } from '../support/fake-bank';

const DUE = { dueOn: '2030-01-31', totalDueKobo: 100_000, paidKobo: 0, status: 'UNPAID' };
const request: ChargeRequest = { loanId: 'L-1', reference: 'R-1', amountKobo: 100_000, known: [DUE] };

/** Charges one instalment at a bank that answers with what it took. */
function charge(
  totalDue: number,
  takes: (asked: number) => number,
  given = request,
  items = [{ dueDate: '2030-01-31', totalDue, paidAmount: 0, status: 'UNPAID' }],
  {
    mark,
    fence = NO_FENCE,
    refusal,
    number = 1,
  }: { mark?: SendMark; fence?: Fence; refusal?: RequestRefusedError; number?: number } = {},
) {
  const schedule = items.map((item) => ({ ...item, principalDue: 0, interestDue: 0 }));
  const asked: number[] = [];
  const bank = bankWith({
    getRepaymentSchedule: async () => ({ schedule }),
    chargeRepayment: async ({ loanId, amount, reference }) => {
      asked.push(amount);
      if (refusal) throw refusal;
      return { loanId, reference, amount: takes(amount), status: 'SUCCESS', outstandingBalance: 0 };
    },
  });
  const charges = createCharges(bank, { chargeRepayment: () => Promise.resolve() }, fence);
  return attempt({ attempt: number })
    .run((asking: ChargeRequest) => charges.chargeInstalment(asking, undefined, mark), given)
    .then((outcome) => ({ ...(outcome as object), asked }));
}

test('a charge tells what the bank took of it, and what the schedule was like before', async () => {
  expect(await charge(100_000, (asked) => asked / 2)).toMatchObject({
    asked: [100_000],
    status: 'TAKEN',
    takenKobo: 50_000,
    instalments: [{ paidKobo: 0 }],
  });
});

test('a charge tells the fence which of its sends it is, and which earlier ones took nothing', async () => {
  const mark = { at: '11:00', after: '10:00' };
  const untaken = ['R-0'];
  const told: unknown[] = [];
  await charge(100_000, (asked) => asked, { ...request, untaken }, undefined, {
    mark,
    fence: {
      ...NO_FENCE,
      send: (sending, call) => {
        told.push([sending.mark, sending.untaken]);
        return call();
      },
    },
  });
  expect(told).toEqual([[mark, untaken]]);
});

test('a charge that succeeded without an amount is followed, and not made again', async () => {
  expect(await charge(100_000, () => 0)).toMatchObject({ status: 'PENDING', takenKobo: 0 });
});

const halves = [
  { dueDate: '2030-01-31', totalDue: 70_000, paidAmount: 70_000, status: 'PAID' },
  { dueDate: '2030-01-31', totalDue: 30_000, paidAmount: 10_000, status: 'PARTIALLY_PAID' },
];

test('two items of a schedule with the same due date are one instalment', async () => {
  const given = { ...request, amountKobo: 20_000, known: [{ ...DUE, paidKobo: 80_000 }] };
  expect(await charge(0, (asked) => asked, given, halves)).toMatchObject({
    asked: [20_000],
    status: 'TAKEN',
    instalments: [{ totalDueKobo: 100_000, paidKobo: 80_000 }],
  });
});

test.each([
  ['something was paid by transfer', halves],
  ['another amount is due', [{ dueDate: '2030-01-31', totalDue: 90_000, paidAmount: 0, status: 'UNPAID' }]],
  [
    'the instalment was moved',
    [{ dueDate: '2030-02-28', totalDue: 100_000, paidAmount: 0, status: 'UNPAID' }],
  ],
  ['the instalment is not listed any more', []],
])('nothing is charged where %s since the schedule was read, be it after an outage', async (_what, items) => {
  expect(await charge(0, (asked) => asked, request, items)).toMatchObject({ asked: [], status: 'CHANGED' });
});

test('a refusal that may mean that the reference was used does not say that nothing was taken', async () => {
  const refusal = new RequestRefusedError('chargeRepayment', 409, 'Conflict');
  const outcome = charge(100_000, (asked) => asked, request, undefined, { refusal });
  expect(await outcome).toMatchObject({ asked: [100_000], status: 'PENDING' });
});

test('a further attempt does not take a changed schedule for a charge that never went out, where the fence has one', async () => {
  const unknown = ApplicationFailure.nonRetryable('it may have been sent', OUTCOME_UNKNOWN);
  const fence = { ...NO_FENCE, requireUnsent: () => Promise.reject(unknown) };
  const outcome = charge(0, (asked) => asked, request, halves, { fence, number: 2 });
  expect(await failureOf(outcome)).toMatchObject({ type: OUTCOME_UNKNOWN });
});
