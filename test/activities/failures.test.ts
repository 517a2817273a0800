import { ApplicationFailure } from '@temporalio/common';
import { DocumentUnusableError } from '../../src/activities/documents/content';
import { failureOf, waitLonger } from '../../src/activities/failures';
import * as errors from '../../src/bank/errors';

const name = 'createPayout';
const refusal = new errors.RequestRefusedError(name, 402, 'insufficient balance', [
  { msg: 'too much', param: 'amount' },
]);
const lost = new errors.OutcomeUnknownError(name, 'no reply (ECONNRESET)', 'no answer');
const broken = new errors.OutcomeUnknownError(name, 'a redirect', 'unusable answer');

const benign = { category: 'BENIGN', nonRetryable: false };
const final = { nonRetryable: true };

const table = [
  [
    new errors.RateLimitedError(name, 20_500.4, 'bank'),
    { type: 'RATE_LIMITED', ...benign, nextRetryDelay: 20_501 },
  ],
  [new errors.BankUnavailableError(name, 'x'), { type: 'SERVICE_UNAVAILABLE', nextRetryDelay: 1_000 }],
  [new errors.NotYetError(name, 'x'), { type: 'NOT_YET', ...benign, nextRetryDelay: undefined }],
  [
    new errors.NotAuthorisedError(name, 401),
    { type: 'NOT_AUTHORISED', nonRetryable: false, nextRetryDelay: 60_000 },
  ],
  [refusal, { type: 'REQUEST_REFUSED', ...final }],
  [
    new errors.UnexpectedResponseError(name, 'x'),
    { type: 'UNEXPECTED_RESPONSE', nonRetryable: false, nextRetryDelay: 5_000 },
  ],
  [lost, { type: 'OUTCOME_UNKNOWN', ...final }],
] as const;

test.each(table.map(([error, failure]) => [error.constructor.name, error, failure] as const))(
  'the failure table: %s',
  (_, error, failure) => {
    expect(failureOf(error, { effect: 'once', attempt: 1 })).toMatchObject(failure);
  },
);

test('a bank that refuses and says "again at once" is asked again, ever more slowly', () => {
  const delay = (attempt: number) =>
    failureOf(new errors.RateLimitedError(name, 0, 'bank'), { effect: 'once', attempt }).nextRetryDelay;
  expect([1, 2, 9].map(delay)).toEqual([1_000, 2_000, 60_000]);
});

test('a delay of nothing is never said: the server would not try again', () => {
  expect(waitLonger('the loan', 0).nextRetryDelay).toBe(1);
});

test('the failure table has a row for every error of the bank', () => {
  const kinds = Object.keys(errors).filter(
    (name) => name.endsWith('Error') && name !== errors.BankError.name,
  );
  const tabled = new Set(table.map(([error]) => error.constructor.name));
  expect(kinds.filter((kind) => !tabled.has(kind))).toEqual([]);
  expect(kinds.length).toBeGreaterThan(5);
});

test('a refusal carries status, words and fields for the workflow', () => {
  const { details } = failureOf(refusal, { effect: 'once', attempt: 1 });
  expect(details).toEqual([
    { status: 402, refusal: 'insufficient balance', fields: [{ msg: 'too much', param: 'amount' }] },
  ]);
});

test('a lost reply is harmless where the same request may be repeated', () => {
  const failure = failureOf(lost, { effect: 'idempotent', attempt: 1 });
  expect(failure).toMatchObject({ type: 'SERVICE_UNAVAILABLE', nonRetryable: false });
});

test.each([
  ['a read', new errors.UnexpectedResponseError(name, 'the reply is not JSON'), 'none'],
  ['a harmless write', broken, 'idempotent'],
] as const)(
  'an unreadable answer to %s is asked for again with growing pauses for ten minutes, then told as it is',
  (_, error, effect) => {
    const failures = Array.from({ length: 9 }, (_, place) =>
      failureOf(error, { effect, attempt: place + 1 }),
    );
    const pauses = failures.slice(0, -1).map(({ nextRetryDelay }) => Number(nextRetryDelay) / 1_000);
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 160, 160]);
    const type = 'UNEXPECTED_RESPONSE';
    expect(failures.at(-1)).toMatchObject({ type, nonRetryable: true, message: error.message });
  },
);

test('an unreadable answer to a write that must not happen twice leaves its outcome unknown at once', () => {
  const failure = failureOf(broken, { effect: 'once', attempt: 1 });
  expect(failure).toMatchObject({ type: 'OUTCOME_UNKNOWN', ...final });
});

test.each<[errors.BankError, number[]]>([
  [new errors.BankUnavailableError(name, 'x'), [1, 2, 4, 60]],
  [new errors.NotAuthorisedError(name, 401), [60, 120, 240, 900]],
])('the failure table: %s is retried ever more slowly', (error, seconds) => {
  const delays = [1, 2, 3, 50].map((attempt) => failureOf(error, { effect: 'none', attempt }).nextRetryDelay);
  expect(delays).toEqual(seconds.map((each) => each * 1_000));
});

test('an unusable document is final, with the sentence that says why', () => {
  const failure = failureOf(new DocumentUnusableError('the document is too large'), {
    effect: 'idempotent',
    attempt: 1,
  });
  expect(failure).toMatchObject({
    type: 'DOCUMENT_UNUSABLE',
    message: 'the document is too large',
    ...final,
  });
});

test.each([new TypeError('cannot read 12345678901'), 'a string 12345678901', undefined])(
  'a fault of our own is retried, and its message is kept back',
  (thrown) => {
    const failure = failureOf(thrown, { effect: 'none', attempt: 1 });
    expect(failure).toMatchObject({ type: 'UNEXPECTED_FAULT', nonRetryable: false });
    expect(failure.message).not.toContain('12345678901');
  },
);

test('a fault of our own leaves the outcome of a write unknown that must not happen twice', () => {
  expect(failureOf(new TypeError('x'), { effect: 'once', attempt: 1 })).toMatchObject({
    type: 'OUTCOME_UNKNOWN',
    ...final,
  });
});

test('a failure passes as it is', () => {
  const failure = ApplicationFailure.create({ type: 'INVALID_INPUT' });
  expect(failureOf(failure, { effect: 'none', attempt: 1 })).toBe(failure);
});

test('waiting is benign', () => {
  expect(waitLonger('KYC is PENDING', 500)).toMatchObject({
    type: 'WAIT_LONGER',
    ...benign,
    nextRetryDelay: 500,
  });
});
