import { rateLimitView } from '../../../src/cli/commands/operating/budget';

const policy = {
  limit: 100,
  windowMs: 900_000,
  remaining: 12,
  reserve: 7,
  isOpen: true,
  endsInMs: 300_000,
  inFlight: 2,
  usedByOthers: 20,
};
const report = {
  worker: '7@here',
  policies: [policy],
  calls: [{ operation: 'createPayout', urgency: 'urgent', calls: 60, refused: 1 }] as const,
};
const noon = Date.UTC(2026, 0, 2, 12);

test('the budget says what is left until when, who used it and what waits', () => {
  const waiting = [
    { queue: 'bank-urgent', calls: 30, oldestMs: 61_000 },
    { queue: 'bank-routine', calls: 0, oldestMs: 0 },
  ];
  expect(rateLimitView(report, waiting, noon)).toBe(
    `As the worker 7@here sees it:

12 of 100 calls left in a window of 900 s, until 2026-01-02 12:05 UTC (13:05 Lagos)
  kept for urgent calls: 7; under way: 2; used by others, or before a restart: 20

Called in this window
  urgent  createPayout  60  1 refused

Waiting in the queues
  bank-urgent   about 30, the oldest for 61 s
  bank-routine  nothing`,
  );
});

test('a window that no call has opened yet says so', () => {
  const unopened = { ...report, policies: [{ ...policy, isOpen: false, endsInMs: 900_000 }], calls: [] };
  expect(rateLimitView(unopened, [], noon)).toMatch(
    /900 s, which is not open yet[^]*in this window\n {2}nothing/,
  );
});

test('a window that was opened this moment says until when', () => {
  const opened = { ...report, policies: [{ ...policy, endsInMs: 900_000 }] };
  expect(rateLimitView(opened, [], noon)).toMatch('until 2026-01-02 12:15 UTC');
});
