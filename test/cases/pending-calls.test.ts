import * as kind from '../../src/domain/wire/failure-types';
import { pendingCallText, type PendingCall } from '../../src/cases/pending-calls';

const call: PendingCall = {
  activity: 'createPayout',
  state: 'queued',
  failureType: kind.RATE_LIMITED,
  nextAttemptAt: '2026-03-04T13:45:30Z',
  queue: 'bank-urgent',
};

test('a call that does not come through says why it has no room in the window', () => {
  expect(pendingCallText(call)).toBe(
    "createPayout waits for the bank's window, which has no call left for it; next attempt at 2026-03-04 13:45 UTC",
  );
});

test.each([
  [kind.SERVICE_UNAVAILABLE, /did not answer; next attempt at 2026-03-04 13:45 UTC$/],
  [kind.NOT_AUTHORISED, /keys that the bank accepts/],
  ['SOMETHING_NEW', /is tried again/],
])('a call that does not come through says why after %s', (failureType, expected) => {
  expect(pendingCallText({ ...call, failureType })).toMatch(expected);
});

test('a poll says what it saw last, be it a word that no document names', () => {
  const saw = { failureType: kind.WAIT_LONGER, failure: 'the payout is UNDER_REVIEW, asking again in 4 min' };
  expect(pendingCallText({ ...call, activity: 'awaitPayoutOutcome', ...saw })).toBe(
    'awaitPayoutOutcome asks again; so far: the payout is UNDER_REVIEW; next attempt at 2026-03-04 13:45 UTC',
  );
});

test('a call that does not come through says why it was not taken from its queue yet', () => {
  const { activity, state, queue } = call;
  const queued = { activity, state, ...(queue && { queue }) };
  expect(pendingCallText(queued)).toBe('createPayout waits for its turn in the queue bank-urgent');
});

test('a call that does not come through says why it is paused', () => {
  expect(pendingCallText({ ...call, state: 'paused' })).toMatch(/is paused until/);
});

test('a call that does not come through says why, and a call under way says nothing', () => {
  expect(pendingCallText({ ...call, state: 'running' })).toBeUndefined();
});
