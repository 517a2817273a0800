import * as kind from '../../src/domain/failure-kinds';
import { pendingCallText, type PendingCall } from '../../src/domain/pending-calls';

const call: PendingCall = {
  activity: 'createPayout',
  state: 'queued',
  failureType: kind.RATE_LIMITED,
  nextAttemptAt: '2026-03-04T13:45:30Z',
  queue: 'service-urgent',
};

describe('a call that does not come through says why', () => {
  test('it has no room in the window', () => {
    expect(pendingCallText(call)).toBe(
      "createPayout waits for the service's window, which has no call left for it; next attempt at 2026-03-04 13:45 UTC",
    );
  });

  test.each([
    [kind.SERVICE_UNAVAILABLE, /did not answer; next attempt at 2026-03-04 13:45 UTC$/],
    [kind.NOT_AUTHORISED, /keys that the service accepts/],
    [kind.WAIT_LONGER, /asks until it is so/],
    ['SOMETHING_NEW', /is tried again/],
  ])('after %s', (failureType, expected) => {
    expect(pendingCallText({ ...call, failureType })).toMatch(expected);
  });

  test('it was not taken from its queue yet', () => {
    const { activity, state, queue } = call;
    const queued = { activity, state, ...(queue && { queue }) };
    expect(pendingCallText(queued)).toBe('createPayout waits for its turn in the queue service-urgent');
  });

  test('it is paused', () => {
    expect(pendingCallText({ ...call, state: 'paused' })).toMatch(/is paused until/);
  });

  test('and one that is under way says nothing', () => {
    expect(pendingCallText({ ...call, state: 'running' })).toBeUndefined();
  });
});
