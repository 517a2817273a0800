import type { Instalment } from '../../../src/domain/repayment/instalments';
import { RequestRefusedError } from '../../../src/bank/errors';
import { look, pace } from '../../support/activities/polls';
import { failureOf } from '../../support/fake-bank';

const payout = (answer: unknown) =>
  look('awaitPayoutOutcome', { reference: 'P-1', pace }, 'getPayoutStatus', answer);

const schedule = [
  {
    dueDate: '2025-04-30',
    principalDue: 90,
    interestDue: 10,
    totalDue: 100,
    paidAmount: 100,
    status: 'PAID',
  },
  {
    dueDate: '2025-05-31',
    principalDue: 90,
    interestDue: 10,
    totalDue: 100,
    paidAmount: 40,
    status: 'PARTIALLY_PAID',
  },
];
const instalment = (dueOn: string, known?: Instalment, notBefore = `${dueOn}T00:00:00Z`, info = {}) =>
  look(
    'awaitInstalmentPaid',
    { loanId: 'l-1', dueOn, known, notBefore, pace },
    'getRepaymentSchedule',
    { schedule },
    info,
  );

const beneficiary = { bankCode: '058', bankName: 'B', accountNumber: '0123456789', accountName: 'A' };
const rest = { message: 'done', amount: 250_000, fee: 1_000, uniqueRef: 'U-1', beneficiary };

test.each(['SUCCESS', 'FAILED', 'REVERSED', 'success'])('a payout ends with %s', async (status) => {
  const outcome = {
    status: status.toUpperCase(),
    message: 'done',
    amountKobo: 250_000,
    feeKobo: 1_000,
    uniqueRef: 'U-1',
    beneficiary: { bankCode: '058', accountNumber: '0123456789' },
  };
  expect(await payout({ status, ...rest })).toEqual(outcome);
});

test('a payout ends although the bank leaves out its fee and its own reference', async () => {
  const outcome = { status: 'SUCCESS', message: '', amountKobo: 250_000, uniqueRef: '' };
  const shown = {
    status: 'SUCCESS',
    message: null,
    amount: 250_000,
    fee: null,
    uniqueRef: null,
    beneficiary,
  };
  expect(await payout(shown)).toMatchObject(outcome);
});

test.each(['PENDING', 'AWAITING_APPROVAL', 'SUCCESSFUL'])('a payout does not end with %s', async (status) => {
  expect(await failureOf(payout({ status, ...rest }))).toMatchObject({ type: 'WAIT_LONGER' });
});

test.each([400, 404, 422])('a payout that cannot be found, by %d, is not visible yet', async (status) => {
  const absent = new RequestRefusedError('getPayoutStatus', status, 'payout not found');
  expect((await failureOf(payout(absent))).message).toMatch(/cannot be seen yet/);
});

test('a payout that the bank shows with null is not visible yet', async () => {
  expect((await failureOf(payout(null))).message).toMatch(/cannot be seen yet/);
});

test('a payout is not waited for when the bank refuses to tell', async () => {
  const refused = new RequestRefusedError('getPayoutStatus', 402, 'no');
  expect(await failureOf(payout(refused))).toMatchObject({ type: 'REQUEST_REFUSED' });
});

const known = (dueOn: string, paidKobo: number) => ({ dueOn, totalDueKobo: 100, paidKobo, status: 'UNPAID' });

test.each([
  ['was paid', known('2025-04-30', 0)],
  ['was paid in part', known('2025-05-31', 39)],
  ['is not listed any more', known('2025-06-30', 0)],
])('an instalment that %s ends the wait, with the whole schedule', async (_what, one) => {
  expect(await instalment(one.dueOn, one)).toEqual({
    instalments: [
      { dueOn: '2025-04-30', totalDueKobo: 100, paidKobo: 100, status: 'PAID' },
      { dueOn: '2025-05-31', totalDueKobo: 100, paidKobo: 40, status: 'PARTIALLY_PAID' },
    ],
  });
});

test.each([
  ['2025-05-31', known('2025-05-31', 40)],
  ['2025-06-30', undefined],
])('an instalment due on %s that is as it was known is waited for', async (dueOn, one) => {
  const { message } = await failureOf(instalment(dueOn, one));
  expect(message).toContain(`the instalment due on ${dueOn}`);
});

test('an instalment is not looked for again before it is of use', async () => {
  const now = Date.parse('2025-05-01T00:00:00Z');
  const times = { scheduledTimestampMs: now, currentAttemptScheduledTimestampMs: now };
  const failure = await failureOf(
    instalment('2025-05-31', known('2025-05-31', 40), '2025-05-31T00:00:00Z', times),
  );
  expect(failure.nextRetryDelay).toBe(30 * 24 * 3_600_000);
});
