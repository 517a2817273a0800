import { nextPollDelayMs } from '../../../src/domain/time/cadence';
import { NotYetError, BankUnavailableError, UnexpectedResponseError } from '../../../src/bank/errors';
import { application, look, pace } from '../../support/activities/polls';
import { failureOf } from '../../support/fake-bank';
import { UnreadableAnswers } from '../../../src/activities/polling/poll';

const kyc = (answer: unknown, info = {}) =>
  look('awaitKycDecision', { customerId: 'c-1', pace }, 'getKycStatus', answer, info);
const statement = (answer: unknown) =>
  look('awaitBankStatement', application, 'getBankStatementStatus', answer);
test('a poll that must wait says what it saw and when it asks again', async () => {
  const failure = await failureOf(kyc({ kyc_status: 'PENDING' }));
  expect(failure).toMatchObject({ type: 'WAIT_LONGER', category: 'BENIGN', nonRetryable: false });
  expect(failure.message).toBe('KYC is PENDING, asking again in 30 s');
});

test('a poll slows down with the time it has waited by the server’s clock', async () => {
  const waitedMs = 3_600_000;
  const times = { scheduledTimestampMs: 5_000, currentAttemptScheduledTimestampMs: 5_000 + waitedMs };
  const failure = await failureOf(kyc({ kyc_status: 'PENDING' }, times));
  expect(failure.nextRetryDelay).toBe(nextPollDelayMs(pace, waitedMs));
  expect(failure.message).toMatch(/asking again in 15 min$/);
});

test('a poll may leave its first look to the cadence', async () => {
  const input = { customerId: 'c-1', pace: { ...pace, trigger: 'schedule' as const } };
  const verified = { kyc_status: 'VERIFIED' };
  const failure = await failureOf(look('awaitKycDecision', input, 'getKycStatus', verified));
  expect(failure.message).toBe('not asked yet, asking again in 30 s');
  const second = look('awaitKycDecision', input, 'getKycStatus', verified, { attempt: 2 });
  expect(await second).toEqual({ status: 'VERIFIED' });
});

test('a poll reads at once when an event arrived, if the limiter spares a read', async () => {
  const input = { customerId: 'c-1', pace: { ...pace, trigger: 'event' as const } };
  const seen = look('awaitKycDecision', input, 'getKycStatus', { kyc_status: 'VERIFIED' });
  expect(await seen).toEqual({ status: 'VERIFIED' });
});

test('a poll keeps waiting on a status that is not documented, without repeating it', async () => {
  const failure = await failureOf(kyc({ kyc_status: 'ask 22233344455' }));
  expect(failure).toMatchObject({ type: 'WAIT_LONGER' });
  expect(failure.message).toMatch(/^KYC is in an unknown state, /);
});

test('a poll keeps waiting when the bank says "later"', async () => {
  const failure = await failureOf(
    statement(new NotYetError('getBankStatementStatus', 'Application has no loan ID')),
  );
  expect(failure).toMatchObject({ type: 'WAIT_LONGER' });
});

test('a poll fails like any call when the bank does', async () => {
  const unavailable = new BankUnavailableError('getKycStatus', 'x');
  expect(await failureOf(kyc(unavailable))).toMatchObject({ type: 'SERVICE_UNAVAILABLE' });
});

const unreadable = new UnexpectedResponseError('getKycStatus', 'the reply is not a success envelope in JSON');

test('a poll that has waited for days asks again after an unreadable answer', async () => {
  const failure = await failureOf(kyc(unreadable, { attempt: 50 }));
  expect(failure).toMatchObject({ type: 'UNEXPECTED_RESPONSE', nonRetryable: false, nextRetryDelay: 5_000 });
});

test('a poll gives up after unreadable answers in a row, and says what they are', async () => {
  const answers = new UnreadableAnswers();
  const ask = (answer: () => Promise<string>) => failureOf(answers.counted('c-1', answer));
  const unread = () => ask(() => Promise.reject(unreadable));
  const failures = [];
  for (let attempt = 1; attempt < 9; attempt++) failures.push(await unread());
  expect(failures.every(({ nonRetryable }) => !nonRetryable)).toBe(true);
  expect(await unread()).toMatchObject({ nonRetryable: true, message: unreadable.message });
});

test('an answer that can be read between others starts the count of unreadable ones anew', async () => {
  const answers = new UnreadableAnswers();
  const unread = () => failureOf(answers.counted('c-1', () => Promise.reject(unreadable)));
  await unread();
  await answers.counted('c-1', () => Promise.resolve('PENDING'));
  expect(await unread()).toMatchObject({ nextRetryDelay: 5_000 });
});

test.each([
  [{ kyc_status: 'VERIFIED', rejection_reason: null }, { status: 'VERIFIED' }],
  [
    { kyc_status: 'REJECTED', rejection_reason: 'BVN mismatch' },
    { status: 'REJECTED', reason: 'BVN mismatch' },
  ],
])('KYC %j ends the wait', async (answer, result) => {
  expect(await kyc(answer)).toEqual(result);
});

test.each(['COMPLETED', 'FAILED'])('a bank statement that is %s ends the wait', async (status) => {
  expect(await statement({ status })).toEqual({ status });
});
