import type { QuotaNotice } from '../../src/service/rate-limit-headers';
import { RequestBudget, type Permit, type Urgency } from '../../src/service/request-budget';

const SECOND = 1_000;

const budgetOf = (limit: number, windowMs = 900 * SECOND) => new RequestBudget({ limit, windowMs }, () => 0);

function admitted(budget: RequestBudget, nowMs: number): Permit {
  const admission = budget.admit(nowMs, 'routine');
  if (!admission.admitted) throw new Error(`not admitted, wait ${admission.waitMs} ms`);
  return admission.permit;
}

/** A reply that speaks of one policy, and perhaps says when to come back. */
const reply = (said: Said = {}, refused = false) => {
  const { retryAfterMs, ...quota } = said;
  const notice = { quotas: [quota], ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return { came: 'reply', refused, notice } as const;
};

type Said = QuotaNotice & { readonly retryAfterMs?: number };

/** A budget whose first request, at 0, came back at 100 ms with this notice. */
function openedWith(notice: Said, limit = 100): RequestBudget {
  const budget = budgetOf(limit);
  budget.settle(admitted(budget, 0), 100, reply(notice));
  return budget;
}

const allowance = (budget: RequestBudget, nowMs: number, urgency: Urgency): number => {
  let count = 0;
  while (budget.admit(nowMs, urgency).admitted) count += 1;
  return count;
};

/** Permits for all urgent calls that can be let through once nothing is kept for others. */
function all(budget: RequestBudget, nowMs: number): Permit[] {
  const permits: Permit[] = [];
  for (;;) {
    const admission = budget.admit(nowMs, permits.length < 3 ? 'routine' : 'urgent');
    if (!admission.admitted) return permits;
    permits.push(admission.permit);
  }
}

/** All that can be let through at an instant, routine calls first. */
const wholeAllowance = (budget: RequestBudget, nowMs: number) =>
  allowance(budget, nowMs, 'routine') + allowance(budget, nowMs, 'urgent');

describe('the request budget', () => {
  test('one request opens a window and the others wait for its reply', () => {
    const budget = budgetOf(100);
    const opener = admitted(budget, 0);
    expect(budget.admit(1)).toEqual({ admitted: false, waitMs: expect.any(Number) });
    budget.settle(opener, 100, reply({ remaining: 99, resetMs: 900 * SECOND }));
    expect(wholeAllowance(budget, 101)).toBe(99);
  });

  test('without headers it keeps its own count', () => {
    expect(wholeAllowance(openedWith({}), 101)).toBe(99);
  });

  test('the service’s count holds when another user of the keys has used the window', () => {
    expect(wholeAllowance(openedWith({ remaining: 30, resetMs: 300 * SECOND }), 101)).toBe(30);
  });

  test('our own count holds when the headers allow more than the limit leaves', () => {
    const budget = openedWith({ remaining: 9, resetMs: 900 * SECOND }, 10);
    for (let sent = 0; sent < 8; sent++) budget.settle(admitted(budget, 200), 300, reply({ remaining: 9 }));
    expect(wholeAllowance(budget, 400)).toBe(1);
  });

  test('requests under way are not counted on to be in the service’s count already', () => {
    const budget = openedWith({ remaining: 10, resetMs: 900 * SECOND });
    const [first] = [admitted(budget, 200), admitted(budget, 200)];
    budget.settle(first, 300, reply({ remaining: 8 }));
    expect(wholeAllowance(budget, 301)).toBe(7);
  });

  test('a request that never left counts no longer', () => {
    const budget = openedWith({ remaining: 1, resetMs: 900 * SECOND });
    budget.settle(admitted(budget, 200), 300, { came: 'nothing sent' });
    expect(wholeAllowance(budget, 301)).toBe(1);
  });

  test('a used-up window is left when its reset has passed, with a margin', () => {
    const budget = openedWith({ remaining: 0, resetMs: 300 * SECOND });
    expect(budget.waitMs(100)).toBe(301 * SECOND);
    expect(budget.waitMs(100 + 301 * SECOND)).toBe(0);
  });

  test('Retry-After outranks the reset', () => {
    const budget = budgetOf(100);
    const notice = { remaining: 0, resetMs: 10 * SECOND, retryAfterMs: 20 * SECOND };
    budget.settle(admitted(budget, 0), 100, reply(notice, true));
    expect(budget.waitMs(100)).toBe(21 * SECOND);
  });

  test('a refusal without Retry-After closes until the reset, and without either until our own end', () => {
    const budget = budgetOf(100);
    budget.settle(admitted(budget, 0), 100, reply({ resetMs: 10 * SECOND }, true));
    expect(budget.waitMs(100)).toBe(11 * SECOND);
    const silent = budgetOf(100);
    silent.settle(admitted(silent, 0), 100, reply({}, true));
    expect(silent.waitMs(100)).toBeGreaterThanOrEqual(900 * SECOND);
  });

  test('however long the service asks to wait, it looks again within the hour', () => {
    const budget = budgetOf(100);
    budget.settle(admitted(budget, 0), 100, reply({ retryAfterMs: 9e8 * SECOND }, true));
    expect(budget.waitMs(100)).toBeLessThanOrEqual(3_601 * SECOND);
  });

  test('a reset beyond the window’s length is taken for malformed', () => {
    const budget = openedWith({ remaining: 0, resetMs: 1_741_082_400 * SECOND });
    expect(budget.waitMs(100)).toBe(901 * SECOND);
  });

  test('a window that began earlier than we thought is recognised by its reset', () => {
    const budget = openedWith({ remaining: 5, resetMs: 2 * SECOND });
    budget.settle(admitted(budget, 2_500), 2_600, reply({ remaining: 99, resetMs: 900 * SECOND }));
    expect(wholeAllowance(budget, 2_700)).toBe(99);
  });

  test('those who wait for the end come back spread over a moment', () => {
    const late = new RequestBudget({ limit: 100, windowMs: 900 * SECOND }, () => 0.5);
    late.settle(admitted(late, 0), 100, reply({ remaining: 0, resetMs: 300 * SECOND }));
    expect(late.waitMs(100)).toBe(301 * SECOND + 2_250);
  });

  test('a lost opening reply lets the next request open the window', () => {
    const budget = budgetOf(100);
    budget.settle(admitted(budget, 0), 30 * SECOND, { came: 'no reply' });
    expect(budget.waitMs(30 * SECOND)).toBe(0);
  });
});

describe('beside another user of the keys', () => {
  /** A budget that has seen the other take so many. */
  function besideOneWhoTook(count: number, remaining: number) {
    const budget = openedWith({ remaining: remaining + count + 1, resetMs: 900 * SECOND });
    budget.settle(admitted(budget, 200), 300, reply({ remaining }));
    return budget;
  }

  test('what others took is told', () => {
    expect(besideOneWhoTook(7, 60).standing(301)).toMatchObject({ remaining: 60, usedByOthers: 38 });
  });

  test('as many calls as others may still take go out one by one', () => {
    const budget = besideOneWhoTook(7, 12);
    expect(wholeAllowance(budget, 301)).toBe(5);
    const waiting = besideOneWhoTook(7, 6);
    const permit = admitted(waiting, 301);
    expect(wholeAllowance(waiting, 302)).toBe(0);
    waiting.settle(permit, 400, reply({ remaining: 5 }));
    expect(wholeAllowance(waiting, 401)).toBe(1);
  });

  test('after a silence one goes first, since others may have come meanwhile', () => {
    const budget = openedWith({ remaining: 5, resetMs: 900 * SECOND });
    expect(wholeAllowance(budget, 90 * SECOND)).toBe(1);
  });

  test('and so in the next window, and ever less when the others stay away', () => {
    const budget = besideOneWhoTook(8, 50);
    const alone = [0, 1, 2, 3].map((number) => {
      const atMs = (number + 1) * 902 * SECOND;
      budget.settle(admitted(budget, atMs), atMs + 1, reply({ remaining: 99, resetMs: 900 * SECOND }));
      const permits = all(budget, atMs + 2);
      for (const permit of permits) budget.settle(permit, atMs + 3, { came: 'nothing sent' });
      return 99 - permits.length;
    });
    expect(alone).toEqual([8, 4, 2, 1]);
  });
});

describe('several policies at once', () => {
  const burst = { name: 'burst', limit: 10, windowMs: 60 * SECOND };
  const daily = { name: 'daily', limit: 25, windowMs: 86_400 * SECOND };
  const both = (burstLeft: number, dailyLeft: number) =>
    ({
      came: 'reply',
      refused: false,
      notice: {
        quotas: [
          { ...burst, remaining: burstLeft, resetMs: 60 * SECOND },
          { ...daily, remaining: dailyLeft, resetMs: 86_400 * SECOND },
        ],
      },
    }) as const;

  /** Opens a window of the shorter policy and uses it up. */
  function useUp(budget: RequestBudget, nowMs: number, dailyLeft: number): number {
    budget.settle(admitted(budget, nowMs), nowMs + 1, both(9, dailyLeft - 1));
    return 1 + wholeAllowance(budget, nowMs + 2);
  }

  test('all of them must have room', () => {
    const budget = budgetOf(100);
    expect(useUp(budget, 0, 25)).toBe(10);
    expect(budget.standing(3)).toMatchObject({ limit: 10, remaining: 0 });
    expect(budget.standings(3)).toHaveLength(2);
  });

  test('the longer one holds when the shorter opens anew', () => {
    const budget = budgetOf(100);
    budget.settle(admitted(budget, 0), 1, both(9, 1));
    budget.settle(admitted(budget, 2), 3, both(8, 0));
    expect(budget.waitMs(70 * SECOND)).toBeGreaterThan(86_000 * SECOND);
  });

  test('one that the service no longer names is left when it ends', () => {
    const budget = budgetOf(100);
    useUp(budget, 0, 25);
    const laterMs = 70 * SECOND;
    const named = { ...daily, remaining: 20, resetMs: 80_000 * SECOND };
    budget.settle(admitted(budget, laterMs), laterMs + 1, reply(named));
    expect(budget.standings(laterMs + 2)).toHaveLength(2);
    expect(budget.standings(laterMs + 70 * SECOND)).toMatchObject([{ limit: 25 }]);
  });
});

describe('calls are counted', () => {
  const call = (budget: RequestBudget, nowMs: number, name: string, refused = false) => {
    const admission = budget.admit(nowMs, 'urgent', name);
    if (admission.admitted) budget.settle(admission.permit, nowMs, reply({}, refused));
  };

  test('by operation and urgency, in the current window', () => {
    const budget = budgetOf(100);
    for (const name of ['listBanks', 'createPayout', 'createPayout']) call(budget, 0, name);
    expect(budget.calls(1)).toEqual([
      { operation: 'createPayout', urgency: 'urgent', calls: 2, refused: 0 },
      { operation: 'listBanks', urgency: 'urgent', calls: 1, refused: 0 },
    ]);
    expect(budget.calls(902 * SECOND)).toEqual([]);
  });

  test('with those that the service refused', () => {
    const budget = budgetOf(100);
    call(budget, 0, 'listBanks', true);
    expect(budget.calls(1)).toMatchObject([{ operation: 'listBanks', calls: 1, refused: 1 }]);
  });
});
