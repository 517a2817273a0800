import { createPolls, type Polls } from '../../src/activities/polls';
import { createOutlooks } from '../../src/activities/reads/outlooks';
import { nextPollDelayMs } from '../../src/domain/cadence';
import { REAL_TIME } from '../../src/domain/clock';
import type { Client } from '../../src/service/client';
import { NotYetError, RequestRefusedError, ServiceUnavailableError } from '../../src/service/errors';
import { attempt, failureOf, serviceWith } from './fake-service';

const cadence = { firstSeconds: 30, growth: 0.25, slowestSeconds: 3_600 };
const pace = { cadence, clock: REAL_TIME, askNow: true };
const terms = { clock: REAL_TIME, now: () => 0 };
const application = { applicationId: 'a-1', pace };

/** Runs one attempt of a poll against a service whose one operation answers like this. */
function look<Name extends keyof Polls>(
  poll: Name,
  input: Parameters<Polls[Name]>[0],
  operation: keyof Client,
  answer: unknown,
  info = {},
) {
  const call = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
  const polls = createPolls(createOutlooks(serviceWith({ [operation]: call }), terms));
  return attempt(info).run(polls[poll] as (given: unknown) => Promise<unknown>, input);
}

const kyc = (answer: unknown, info = {}) =>
  look('awaitKycDecision', { customerId: 'c-1', pace }, 'getKycStatus', answer, info);
const statement = (answer: unknown) =>
  look('awaitBankStatement', application, 'getBankStatementStatus', answer);
const decision = (answer: unknown) => look('awaitLoanDecision', application, 'getLoanApplication', answer);
const disbursement = (answer: unknown) =>
  look('awaitDisbursement', application, 'getLoanApplication', answer);
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

describe('a poll', () => {
  test('that must wait says what it saw and when it asks again', async () => {
    const failure = await failureOf(kyc({ kyc_status: 'PENDING' }));
    expect(failure).toMatchObject({ type: 'WAIT_LONGER', category: 'BENIGN', nonRetryable: false });
    expect(failure.message).toBe('KYC is PENDING, asking again in 30 s');
  });

  test('slows down with the time it has waited by the server’s clock', async () => {
    const waitedMs = 3_600_000;
    const times = { scheduledTimestampMs: 5_000, currentAttemptScheduledTimestampMs: 5_000 + waitedMs };
    const failure = await failureOf(kyc({ kyc_status: 'PENDING' }, times));
    expect(failure.nextRetryDelay).toBe(nextPollDelayMs(pace, waitedMs));
    expect(failure.message).toMatch(/asking again in 15 min$/);
  });

  test('may leave its first look to the cadence', async () => {
    const input = { customerId: 'c-1', pace: { ...pace, askNow: false } };
    const verified = { kyc_status: 'VERIFIED' };
    const failure = await failureOf(look('awaitKycDecision', input, 'getKycStatus', verified));
    expect(failure.message).toBe('not asked yet, asking again in 30 s');
    const second = look('awaitKycDecision', input, 'getKycStatus', verified, { attempt: 2 });
    expect(await second).toEqual({ status: 'VERIFIED' });
  });

  test('looks at once when news came, if the budget affords it', async () => {
    const input = { customerId: 'c-1', pace: { ...pace, inTurn: true } };
    const seen = look('awaitKycDecision', input, 'getKycStatus', { kyc_status: 'VERIFIED' });
    expect(await seen).toEqual({ status: 'VERIFIED' });
  });

  test('keeps waiting on a status that is not documented, without repeating it', async () => {
    const failure = await failureOf(kyc({ kyc_status: 'ask 22233344455' }));
    expect(failure).toMatchObject({ type: 'WAIT_LONGER' });
    expect(failure.message).toMatch(/^KYC is in an unknown state, /);
  });

  test('keeps waiting when the service says "later"', async () => {
    const failure = await failureOf(
      statement(new NotYetError('getBankStatementStatus', 'Application has no loan ID')),
    );
    expect(failure).toMatchObject({ type: 'WAIT_LONGER' });
  });

  test('fails like any call when the service does', async () => {
    const unavailable = new ServiceUnavailableError('getKycStatus', 'x');
    expect(await failureOf(kyc(unavailable))).toMatchObject({ type: 'SERVICE_UNAVAILABLE' });
  });
});

describe('KYC', () => {
  test.each([
    [{ kyc_status: 'VERIFIED', rejection_reason: null }, { status: 'VERIFIED' }],
    [
      { kyc_status: 'REJECTED', rejection_reason: 'BVN mismatch' },
      { status: 'REJECTED', reason: 'BVN mismatch' },
    ],
  ])('%j ends the wait', async (answer, result) => {
    expect(await kyc(answer)).toEqual(result);
  });
});

test.each(['COMPLETED', 'FAILED'])('a bank statement that is %s ends the wait', async (status) => {
  expect(await statement({ status })).toEqual({ status });
});

describe('a loan decision', () => {
  test.each(['PENDING', 'KYC_PROCESSING', 'ON_HOLD'])(
    'is waited for while the application is %s',
    async (status) => {
      expect((await failureOf(decision({ status }))).message).toContain(`the application is ${status}`);
    },
  );

  test.each(['HAS_OFFER', 'DECLINED', 'OFFER_EXPIRED', 'OFFER_ACCEPTED', 'DISBURSED'])(
    'is there at %s',
    async (status) => {
      expect(await decision({ status, decline_reasons: null })).toEqual({ status, declineReasons: [] });
    },
  );

  test('comes with the reasons of a decline', async () => {
    const answer = { status: 'DECLINED', decline_reasons: ['low income'] };
    expect(await decision(answer)).toEqual({ status: 'DECLINED', declineReasons: ['low income'] });
  });
});

describe('a disbursement', () => {
  test('is there with its loan', async () => {
    const answer = { status: 'DISBURSED', loan_id: 'l-1' };
    expect(await disbursement(answer)).toEqual({ status: 'DISBURSED', loanId: 'l-1' });
  });

  test('is waited for until its loan is known', async () => {
    expect(await failureOf(disbursement({ status: 'DISBURSED', loan_id: null }))).toMatchObject({
      type: 'WAIT_LONGER',
    });
  });

  test('was sent back when the offer is pending again', async () => {
    const answer = { status: 'OFFER_ACCEPTED', offer_status: 'PENDING' };
    expect(await disbursement(answer)).toEqual({ status: 'SENT_BACK' });
  });

  test.each([
    ['OFFER_ACCEPTED', 'POST_OFFER_KYC'],
    ['DISBURSEMENT_APPROVED', 'PENDING'],
    ['UNHEARD_OF', 'PENDING'],
  ])('is waited for at %s, %s', async (status, offer_status) => {
    expect(await failureOf(disbursement({ status, offer_status }))).toMatchObject({ type: 'WAIT_LONGER' });
  });

  test.each(['DECLINED', 'OFFER_EXPIRED', 'OFFER_DECLINED'])('will not come after %s', async (status) => {
    expect(await disbursement({ status })).toEqual({ status });
  });
});

describe('a payout', () => {
  const rest = { message: 'done', amount: 250_000, fee: 1_000, uniqueRef: 'U-1' };

  test.each(['SUCCESS', 'FAILED', 'REVERSED'])('ends with %s', async (status) => {
    const outcome = { status, message: 'done', amountKobo: 250_000, feeKobo: 1_000, uniqueRef: 'U-1' };
    expect(await payout({ status, ...rest })).toEqual(outcome);
  });

  test.each(['PENDING', 'AWAITING_APPROVAL', 'success'])('does not end with %s', async (status) => {
    expect(await failureOf(payout({ status, ...rest }))).toMatchObject({ type: 'WAIT_LONGER' });
  });

  test('that cannot be found is not visible yet', async () => {
    const absent = new RequestRefusedError('getPayoutStatus', 404, 'payout not found');
    expect((await failureOf(payout(absent))).message).toMatch(/cannot be seen yet/);
  });

  test('is not waited for when the service refuses to tell', async () => {
    const refused = new RequestRefusedError('getPayoutStatus', 400, 'no');
    expect(await failureOf(payout(refused))).toMatchObject({ type: 'REQUEST_REFUSED' });
  });
});

describe('an instalment', () => {
  test('that was paid ends the wait, with the whole schedule', async () => {
    expect(await instalment('2025-04-30')).toEqual({
      instalments: [
        { dueOn: '2025-04-30', totalDueKobo: 100, paidKobo: 100, status: 'PAID' },
        { dueOn: '2025-05-31', totalDueKobo: 100, paidKobo: 40, status: 'PARTIALLY_PAID' },
      ],
    });
  });

  test.each(['2025-05-31', '2025-06-30'])('due on %s is waited for', async (dueOn) => {
    expect((await failureOf(instalment(dueOn))).message).toContain(`the instalment due on ${dueOn}`);
  });

  test('is not looked for again before it is of use', async () => {
    const now = Date.parse('2025-05-01T00:00:00Z');
    const times = { scheduledTimestampMs: now, currentAttemptScheduledTimestampMs: now };
    const failure = await failureOf(instalment('2025-05-31', '2025-05-31T00:00:00Z', times));
    expect(failure.nextRetryDelay).toBe(30 * 24 * 3_600_000);
  });
});
