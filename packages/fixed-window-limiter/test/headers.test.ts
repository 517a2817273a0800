import { readRateLimitHeaders } from '../src';

const interval = { limit: 100, windowMs: 900_000, remaining: 42, resetMs: 300_000 };

test('the separate headers of early drafts are read, with the policy field for the window', () => {
  const headers = {
    'ratelimit-policy': '100;w=900',
    'ratelimit-limit': '100',
    'ratelimit-remaining': '42',
    'ratelimit-reset': '300',
  };
  expect(readRateLimitHeaders(headers)).toEqual({ policies: [interval] });
});

test('the headers of other servers, with X- before their names, are read; a reset that is a time of day is not', () => {
  const headers = {
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': '42',
    'x-ratelimit-reset': '1764320000',
  };
  expect(readRateLimitHeaders(headers)).toEqual({ policies: [{ limit: 100, remaining: 42 }] });
});

test.each([
  ['limit=100, remaining=42, reset=300', '100;w=900', {}],
  ['"default";r=42;t=300', '"default";q=100;w=900', { name: 'default' }],
  ['default;r=42;t=300', 'default;q=100;w=900', { name: 'default' }],
])('the merged form %s is read', (ratelimit, policy, name) => {
  const headers = { ratelimit, 'ratelimit-policy': policy };
  expect(readRateLimitHeaders(headers)).toEqual({ policies: [{ ...interval, ...name }] });
});

test('of several policies without names, the separate headers speak of the one with their limit', () => {
  const headers = {
    'ratelimit-policy': '100;w=900, 1000;w=86400',
    'ratelimit-limit': '1000',
    'ratelimit-remaining': '7',
    'ratelimit-reset': '60',
  };
  expect(readRateLimitHeaders(headers)).toEqual({
    policies: [
      { limit: 100, windowMs: 900_000 },
      { limit: 1_000, windowMs: 86_400_000, remaining: 7, resetMs: 60_000 },
    ],
  });
});

test('several policies with names are each read with their standing', () => {
  const headers = {
    'ratelimit-policy': '"burst";q=100;w=60, "daily";q=1000;w=86400',
    ratelimit: '"daily";r=800;t=4000, "burst";r=5;t=30',
  };
  expect(readRateLimitHeaders(headers)).toEqual({
    policies: [
      { name: 'burst', limit: 100, windowMs: 60_000, remaining: 5, resetMs: 30_000 },
      { name: 'daily', limit: 1_000, windowMs: 86_400_000, remaining: 800, resetMs: 4_000_000 },
    ],
  });
});

test('Retry-After is read in seconds, and as a date by the clock of the server that wrote it', () => {
  expect(readRateLimitHeaders({ 'retry-after': '20' })).toEqual({ policies: [], retryAfterMs: 20_000 });
  const dated = { 'retry-after': 'Tue, 04 Mar 2025 10:00:30 GMT', date: 'Tue, 04 Mar 2025 10:00:00 GMT' };
  expect(readRateLimitHeaders(dated)).toEqual({ policies: [], retryAfterMs: 30_000 });
  expect(readRateLimitHeaders({ 'retry-after': dated['retry-after'] })).toEqual({ policies: [] });
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
    expect(readRateLimitHeaders(headers)).toEqual({ policies: [] });
  },
);
