import type { MetricMeter } from '@temporalio/common';
import { showRateLimitMetrics } from '../../src/rate-limit/metrics';
import type { RateLimiterSettings } from '../../src/rate-limit/rate-limiter';
import { reply, SECOND } from '../support/rate-limit/exchanges';
import { TimedLimiter } from '../support/rate-limit/timed-limiter';

/** The gauges of a worker after one call, as they were set last. */
function gaugesOf(settings: RateLimiterSettings) {
  const shown: Record<string, number> = {};
  const meter = {
    createGauge: (name: string) => ({
      set: (value: number, labels: Record<string, unknown> = {}) => {
        shown[[name, ...Object.values(labels)].join(' ')] = value;
      },
    }),
  } as unknown as MetricMeter;
  const limiter = new TimedLimiter({ policy: { limit: 100, windowMs: 900_000 }, ...settings });
  const admission = limiter.admit('urgent', 'createPayout');
  if (admission.admitted) limiter.complete(admission.permit, reply({ remaining: 99, resetMs: 900 * SECOND }));
  showRateLimitMetrics(limiter, meter);
  return shown;
}

test('the worker that calls the bank shows the window', () => {
  expect(gaugesOf({})).toMatchObject({
    bank_keeper: 1,
    rate_limit_limit: 100,
    rate_limit_remaining: 99,
    'rate_limit_window_calls createPayout urgent answered': 1,
  });
});

test('a worker that calls the bank no more shows nothing of the window', () => {
  let mayCall = true;
  const once = () => {
    const may = mayCall;
    mayCall = false;
    return may;
  };
  const shown = gaugesOf({ mayCall: once });
  expect(Object.entries(shown).filter(([, value]) => value !== 0)).toEqual([]);
  expect(shown).toHaveProperty('rate_limit_remaining', 0);
});
