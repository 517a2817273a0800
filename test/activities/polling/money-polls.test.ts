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
const instalment = (dueOn: string, notBefore = `${dueOn}T00:00:00Z`, info = {}) =>
  look(
    'awaitInstalmentPaid',
    { loanId: 'l-1', dueOn, notBefore, pace },
    'getRepaymentSchedule',
    { schedule },
    info,
  );

const rest = { message: 'done', amount: 250_000, fee: 1_000, uniqueRef: 'U-1' };

test.each(['SUCCESS', 'FAILED', 'REVERSED', 'success'])('a payout ends with %s', async (status) => {
  const outcome = {
    status: status.toUpperCase(),
    message: 'done',
    amountKobo: 250_000,
    feeKobo: 1_000,
    uniqueRef: 'U-1',
  };
  expect(await payout({ status, ...rest })).toEqual(outcome);
});

test('a payout ends although the bank leaves out its fee and its own reference', async () => {
  const outcome = { status: 'SUCCESS', message: '', amountKobo: 250_000, uniqueRef: '' };
  const shown = { status: 'SUCCESS', message: null, amount: 250_000, fee: null, uniqueRef: null };
  expect(await payout(shown)).toEqual(outcome);
});

test.each(['PENDING', 'AWAITING_APPROVAL', 'SUCCESSFUL'])('a payout does not end with %s', async (status) => {
  expect(await failureOf(payout({ status, ...rest }))).toMatchObject({ type: 'WAIT_LONGER' });
});

test.each([400, 404, 422])('a payout that cannot be found, by %d, is not visible yet', async (status) => {
  const absent = new RequestRefusedError('getPayoutStatus', status, 'payout not found');
  expect((await failureOf(payout(absent))).message).toMatch(/cannot be seen yet/);
});

test('a payout is not waited for when the bank refuses to tell', async () => {
  const refused = new RequestRefusedError('getPayoutStatus', 402, 'no');
  expect(await failureOf(payout(refused))).toMatchObject({ type: 'REQUEST_REFUSED' });
});

test('an instalment that was paid ends the wait, with the whole schedule', async () => {
  expect(await instalment('2025-04-30')).toEqual({
    instalments: [
      { dueOn: '2025-04-30', totalDueKobo: 100, paidKobo: 100, status: 'PAID' },
      { dueOn: '2025-05-31', totalDueKobo: 100, paidKobo: 40, status: 'PARTIALLY_PAID' },
    ],
  });
});

test.each(['2025-05-31', '2025-06-30'])('an instalment due on %s is waited for', async (dueOn) => {
  expect((await failureOf(instalment(dueOn))).message).toContain(`the instalment due on ${dueOn}`);
});

test('an instalment is not looked for again before it is of use', async () => {
  const now = Date.parse('2025-05-01T00:00:00Z');
  const times = { scheduledTimestampMs: now, currentAttemptScheduledTimestampMs: now };
  const failure = await failureOf(instalment('2025-05-31', '2025-05-31T00:00:00Z', times));
  expect(failure.nextRetryDelay).toBe(30 * 24 * 3_600_000);
});
