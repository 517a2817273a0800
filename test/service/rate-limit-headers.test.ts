import { readRateLimitHeaders } from '../../src/service/rate-limit-headers';

describe('rate-limit headers', () => {
  test('the separate headers of the interface are read, with the policy field for the window', () => {
    const headers = {
      'ratelimit-policy': '100;w=900',
      'ratelimit-limit': '100',
      'ratelimit-remaining': '42',
      'ratelimit-reset': '300',
    };
    expect(readRateLimitHeaders(headers)).toEqual({
      limit: 100,
      windowMs: 900_000,
      remaining: 42,
      resetMs: 300_000,
    });
  });

  test.each([
    ['limit=10, remaining=4, reset=7', '10;w=15'],
    ['"default";r=4;t=7', '"default";q=10;w=15'],
  ])('the merged form %s is read', (ratelimit, policy) => {
    expect(readRateLimitHeaders({ ratelimit, 'ratelimit-policy': policy })).toEqual({
      limit: 10,
      windowMs: 15_000,
      remaining: 4,
      resetMs: 7_000,
    });
  });

  test('Retry-After is read in seconds, and as a date by the clock of the server that wrote it', () => {
    expect(readRateLimitHeaders({ 'retry-after': '20' })).toEqual({ retryAfterMs: 20_000 });
    const dated = { 'retry-after': 'Tue, 04 Mar 2025 10:00:30 GMT', date: 'Tue, 04 Mar 2025 10:00:00 GMT' };
    expect(readRateLimitHeaders(dated)).toEqual({ retryAfterMs: 30_000 });
    expect(readRateLimitHeaders({ 'retry-after': dated['retry-after'] })).toEqual({});
  });

  test.each(['', '-1', '1.5', 'soon', '1e3', '99999999999999'])(
    'a malformed value "%s" is ignored',
    (value) => {
      const headers = {
        'ratelimit-policy': value,
        'ratelimit-limit': value,
        'ratelimit-remaining': value,
        'ratelimit-reset': value,
        'retry-after': value,
      };
      expect(readRateLimitHeaders(headers)).toEqual({});
    },
  );
});
