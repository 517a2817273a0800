import { RateLimiter } from 'fixed-window-limiter';
import { OBSERVED_POLICY } from '../../../src/bank/client';
import { ReadLimiter, type ReadKind } from '../../../src/activities/polling/read-limiter';

const WINDOW_MS = 900_000;

/** A read limiter over a window of a hundred calls, of which some are used, in virtual time. */
function opened({ used }: { readonly used: number }) {
  const clock = { nowMs: 0 };
  const limiter = new RateLimiter({ policy: OBSERVED_POLICY, random: () => 0.5, now: () => clock.nowMs });
  for (let call = 0; call < used; call++) {
    const admission = limiter.admit('urgent');
    if (!admission.admitted) throw new Error('the window takes no more calls');
    const policy = { limit: 100, windowMs: WINDOW_MS, remaining: 99 - call, resetMs: WINDOW_MS };
    limiter.complete(admission.permit, { came: 'reply', refused: false, notice: { policies: [policy] } });
  }
  return { clock, reads: new ReadLimiter(limiter, 1, () => clock.nowMs) };
}

/** Makes all the reads that are ready, and tells how many that were. */
function readAll(reads: ReadLimiter, kind: ReadKind, otherIsWanted = false): number {
  let count = 0;
  while (reads.tokenInMs(kind, otherIsWanted) === 0) {
    reads.take(kind);
    count += 1;
  }
  return count;
}

test('reads about the rest may come a dozen at once after a pause, those about money four', () => {
  expect(readAll(opened({ used: 1 }).reads, 'rest')).toBe(11);
  expect(readAll(opened({ used: 1 }).reads, 'money')).toBe(4);
});

test('the next read is ready when the calls that can be spared are spread over the window', () => {
  const { clock, reads } = opened({ used: 1 });
  readAll(reads, 'rest');
  const waitMs = reads.tokenInMs('rest', false);
  expect(waitMs).toBeLessThan(12_000);
  clock.nowMs += waitMs + 1;
  expect(reads.tokenInMs('rest', false)).toBe(0);
});

test('while money is wanted too, the rest gets a third', () => {
  const { reads } = opened({ used: 1 });
  readAll(reads, 'rest');
  const alone = reads.tokenInMs('rest', false);
  expect(reads.tokenInMs('rest', true) / alone).toBeCloseTo(3);
});

test('the rest gets all reads again some time after the last one about money', () => {
  const { clock, reads } = opened({ used: 1 });
  readAll(reads, 'money');
  readAll(reads, 'rest');
  const beside = reads.tokenInMs('rest', false);
  clock.nowMs = WINDOW_MS * 2;
  readAll(reads, 'rest');
  expect(reads.tokenInMs('rest', false)).toBeLessThan(beside / 2);
});

test('reads are ready at the beginning of the next window, after a window that spared none', () => {
  const { clock, reads } = opened({ used: 95 });
  readAll(reads, 'rest');
  for (let second = 0; second <= 900; second += 60) {
    clock.nowMs = second * 1_000;
    reads.tokenInMs('rest', false);
  }
  clock.nowMs = WINDOW_MS + 2_000;
  expect(reads.tokenInMs('rest', false)).toBe(0);
});

test('however many reads come first, a poll is told to come again within a window', () => {
  expect(opened({ used: 1 }).reads.readsInMs('rest', 5_000)).toBe(WINDOW_MS);
});
