import { randomFrom } from '../support/random';

/** Everything that may go wrong, or just be so, around a limiter. */
export interface Scenario {
  readonly seed: number;
  readonly limit: number;
  readonly windowSeconds: number;
  /** A second, longer policy, when there is one. */
  readonly longer?: { readonly limit: number; readonly windowSeconds: number };
  readonly urgent: Arrivals;
  readonly routine: Arrivals;
  /** Longest way of a request, and of its reply. */
  readonly slowestMs: number;
  readonly lostShare: number;
  /** Shares of the replies whose headers are missing, make no sense, or are those of an earlier reply. */
  readonly headers: { readonly missing: number; readonly malformed: number; readonly stale: number };
  readonly rounding: 'up' | 'down';
  /** The process ends after so many requests and comes back when they have arrived. */
  readonly restartAfter?: number;
  /** Calls of another client in a window, in the mean. */
  readonly stolen: number;
}

/** So many calls, one after the other in this mean distance. */
interface Arrivals {
  readonly count: number;
  readonly meanGapMs: number;
}

const NONE = { missing: 0, malformed: 0, stale: 0 };

/** The scenario of a seed: small windows with every fault, or a usual one with few, since then more can be expected. */
export function scenarioOf(seed: number): Scenario {
  const random = randomFrom(seed);
  const among = <T>(...values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const isFull = seed % 10 === 0;
  const limit = isFull ? 100 : whole(1, 20);
  const windowSeconds = isFull ? 900 : whole(16, 60);
  const arrivals = (): Arrivals => ({
    count: Math.ceil(limit * random() * 2),
    meanGapMs: among(1, 5, 50, 400, isFull ? 9_000 : 3_000),
  });
  const scenario = {
    seed,
    limit,
    windowSeconds,
    urgent: arrivals(),
    routine: arrivals(),
    slowestMs: isFull ? among(1, 80, 900) : among(1, 80, 900, 4_000),
    rounding: among('up' as const, 'down' as const),
    lostShare: 0,
    headers: NONE,
    stolen: 0,
  };
  const longer = { limit: Math.ceil(limit * 1.5), windowSeconds: windowSeconds * 3 };
  const faults = {
    lostShare: among(0, 0.05, 0.3),
    headers: {
      missing: among(0, 0.5, 1),
      malformed: among(0, 0.2),
      stale: scenario.slowestMs < 1_000 ? among(0, 0.3) : 0,
    },
  };
  const changes = isFull
    ? [{}, {}, { stolen: limit / 5 }, { restartAfter: whole(1, limit * 2) }]
    : [faults, faults, {}, { longer }, { restartAfter: whole(1, limit * 3) }];
  return { ...scenario, ...among<Partial<Scenario>>(...changes) };
}
