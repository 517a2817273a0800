import type { MetricMeter } from '@temporalio/common';
import { showRateLimitMetrics } from '../../src/monitoring/rate-limit-metrics';
import { RateLimiter, type RateLimiterSettings } from 'fixed-window-limiter';

/** The gauges of a worker after one call, as they were set last. */
function gaugesOf(settings: Omit<RateLimiterSettings, 'policy'>) {
  const shown: Record<string, number> = {};
  const meter = {
    createGauge: (name: string) => ({
      set: (value: number, labels: Record<string, unknown> = {}) => {
        shown[[name, ...Object.values(labels)].join(' ')] = value;
      },
    }),
  } as unknown as MetricMeter;
  const limiter = new RateLimiter({ policy: { limit: 100, windowMs: 900_000 }, ...settings });
  const notice = { policies: [{ remaining: 99, resetMs: 900_000 }] };
  const admission = limiter.admit('urgent', 'createPayout');
  if (admission.admitted) limiter.complete(admission.permit, { came: 'reply', refused: false, notice });
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
