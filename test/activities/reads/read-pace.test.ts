import { ReadPace, type ReadKind } from '../../../src/activities/reads/read-pace';
import { RequestBudget } from '../../../src/service/request-budget';

const WINDOW_MS = 900_000;

/** A pace over a window of a hundred calls, of which some are used, in virtual time. */
function opened({ used }: { readonly used: number }) {
  const clock = { nowMs: 0 };
  const budget = new RequestBudget({ limit: 100, windowMs: WINDOW_MS }, () => 0.5);
  for (let call = 0; call < used; call++) {
    const admission = budget.admit(0, 'urgent');
    if (!admission.admitted) throw new Error('the window takes no more calls');
    const quota = { limit: 100, windowMs: WINDOW_MS, remaining: 99 - call, resetMs: WINDOW_MS };
    budget.settle(admission.permit, 0, { came: 'reply', refused: false, notice: { quotas: [quota] } });
  }
  return { clock, pace: new ReadPace(budget, 1, () => clock.nowMs) };
}

/** Makes all the reads that are ready. */
function readAll(pace: ReadPace, kind: ReadKind): void {
  while (pace.slotInMs(kind, {}) === 0) pace.take(kind, {});
}

/** So many who want a read about the rest, all of whom are told to come later. */
function sentAway(pace: ReadPace, count: number): object[] {
  readAll(pace, 'rest');
  return Array.from({ length: count }, (_, number) => {
    const reader = { number };
    expect(pace.slotInMs('rest', reader)).toBeGreaterThan(0);
    pace.sendAway('rest', reader);
    return reader;
  });
}

describe('who finds no read ready', () => {
  test('is told to come back in the order of coming', () => {
    const { pace } = opened({ used: 1 });
    const waits = sentAway(pace, 20).map((reader) => pace.slotInMs('rest', reader));
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(new Set(waits).size).toBe(20);
  });

  test('moves up when one before it has read, or waits no longer', () => {
    const { pace } = opened({ used: 1 });
    const [first = {}, second = {}, third = {}] = sentAway(pace, 3);
    const before = pace.slotInMs('rest', third);
    pace.leave('rest', first);
    const between = pace.slotInMs('rest', third);
    expect(between).toBeLessThan(before);
    pace.leave('rest', second);
    expect(pace.slotInMs('rest', third)).toBeLessThan(between);
  });

  test('never waits longer than a window, however many wait', () => {
    const { pace } = opened({ used: 1 });
    const readers = sentAway(pace, 5_000);
    expect(pace.slotInMs('rest', readers.at(-1) ?? {})).toBeLessThanOrEqual(WINDOW_MS);
  });

  test('finds reads ready at the beginning of the next window, after one that spared none', () => {
    const { clock, pace } = opened({ used: 95 });
    readAll(pace, 'rest');
    for (let second = 0; second <= 900; second += 60) {
      clock.nowMs = second * 1_000;
      pace.slotInMs('rest', {});
    }
    clock.nowMs = WINDOW_MS + 2_000;
    expect(pace.slotInMs('rest', {})).toBe(0);
  });
});

test('the rest gets all reads again once those who waited for money do not come back', () => {
  const { clock, pace } = opened({ used: 1 });
  readAll(pace, 'money');
  pace.sendAway('money', {});
  readAll(pace, 'rest');
  const beside = pace.slotInMs('rest', {});
  clock.nowMs = WINDOW_MS * 2;
  readAll(pace, 'rest');
  expect(pace.slotInMs('rest', {})).toBeLessThan(beside / 2);
});
