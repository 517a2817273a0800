import { RequestBudget, type Urgency } from '../../src/service/request-budget';

const WINDOW_MS = 900_000;
const OPENED_MS = 100;
const END_MS = OPENED_MS + WINDOW_MS + 1_000;

/** A budget whose window of a hundred was opened by an urgent call. */
function opened(): RequestBudget {
  const budget = new RequestBudget({ limit: 100, windowMs: WINDOW_MS }, () => 0);
  open(budget, 0);
  return budget;
}

function open(budget: RequestBudget, nowMs: number) {
  const admission = budget.admit(nowMs, 'urgent');
  if (!admission.admitted) throw new Error('the window is not there yet');
  const notice = { quotas: [{ remaining: 99, resetMs: WINDOW_MS }] };
  budget.settle(admission.permit, nowMs + OPENED_MS, { came: 'reply', refused: false, notice });
}

const silent = { came: 'reply', refused: false, notice: { quotas: [] } } as const;

/** Makes all calls there is room for, at most so many, and tells how many that were. */
function take(budget: RequestBudget, nowMs: number, urgency: Urgency, most = Infinity): number {
  for (let count = 0; count < most; count += 1) {
    const admission = budget.admit(nowMs, urgency);
    if (!admission.admitted) return count;
    budget.settle(admission.permit, nowMs, silent);
  }
  return most;
}

const late = (share: number) => share * WINDOW_MS;

describe('routine calls leave a reserve for urgent ones', () => {
  test('a tenth of the window at first', () => {
    const budget = opened();
    expect(take(budget, 200, 'routine')).toBe(89);
    expect(budget.standing(200)).toMatchObject({ remaining: 10, reserve: 10 });
    expect(take(budget, 200, 'urgent')).toBe(10);
  });

  test('that melts as the window ages and is gone before its end', () => {
    const budget = opened();
    take(budget, 200, 'routine');
    expect(take(budget, late(0.5), 'routine')).toBeGreaterThanOrEqual(4);
    expect(take(budget, late(0.96), 'routine')).toBeGreaterThanOrEqual(4);
    expect(budget.standing(late(0.96)).remaining).toBe(0);
  });

  test('that grows with what came lately', () => {
    const budget = opened();
    take(budget, 200, 'urgent', 60);
    open(budget, END_MS);
    expect(budget.standing(END_MS + 200).reserve).toBeGreaterThan(25);
  });

  test('and is forgotten when nothing has come for long', () => {
    const budget = opened();
    take(budget, 200, 'urgent', 60);
    const nextDayMs = 86_400_000;
    open(budget, nextDayMs);
    expect(budget.standing(nextDayMs + 200).reserve).toBe(10);
  });

  test('of all that is left while urgent work is known to wait', () => {
    const budget = opened();
    budget.heed({ urgentWaits: () => true, settled: () => undefined });
    expect(take(budget, 200, 'routine')).toBe(5);
    expect(take(budget, 200, 'urgent')).toBe(94);
  });

  test('and come back about when it has melted, never later than the window', () => {
    const budget = opened();
    take(budget, 200, 'routine');
    let nowMs = 200;
    let asked = 0;
    while (budget.standing(nowMs).remaining > 0) {
      const admission = budget.admit(nowMs, 'routine');
      if (admission.admitted) budget.settle(admission.permit, nowMs, silent);
      else nowMs += admission.waitMs;
      asked += 1;
    }
    expect(nowMs).toBeLessThan(late(0.96));
    expect(asked).toBeLessThan(60);
  });
});

describe('urgent calls', () => {
  test('are limited by nothing but the window, and for a moment by five calls of it', () => {
    const budget = opened();
    expect(take(budget, 200, 'urgent')).toBe(94);
    expect(take(budget, 200, 'routine')).toBe(5);
  });

  test('use those five too when nobody has come for them', () => {
    const budget = opened();
    take(budget, 200, 'urgent');
    const admission = budget.admit(200, 'urgent');
    const waitMs = admission.admitted ? 0 : admission.waitMs;
    expect(waitMs).toBeLessThan(late(0.12));
    expect(take(budget, late(0.12), 'urgent')).toBe(5);
  });
});

test('whoever comes first opens a window, however small it is', () => {
  const budget = new RequestBudget({ limit: 1, windowMs: WINDOW_MS });
  expect(budget.admit(0, 'routine').admitted).toBe(true);
});

test.each([1_000_000, Infinity])('a limit of %d, which is none, never makes anybody wait', (limit) => {
  const budget = new RequestBudget({ limit, windowMs: WINDOW_MS });
  const opener = budget.admit(0, 'routine');
  if (opener.admitted)
    budget.settle(opener.permit, 1, { came: 'reply', refused: false, notice: { quotas: [] } });
  expect(take(budget, 2, 'routine', 1_000)).toBe(1_000);
  expect(take(budget, 2, 'urgent', 1_000)).toBe(1_000);
});
