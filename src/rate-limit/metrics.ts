import { Runtime } from '@temporalio/worker';
import type { RateLimiter } from './rate-limiter';
import { tuning } from './tuning';

/** Shows the rate limiter as gauges beside the metrics of the Temporal SDK, until the process ends. */
export function showRateLimitMetrics(limiter: RateLimiter): void {
  const meter = Runtime.instance().metricMeter;
  const gauge = (name: string, text: string) => meter.createGauge(`rate_limit_${name}`, 'int', 'calls', text);
  const limit = gauge('limit', 'Calls that a window takes');
  const remaining = gauge('remaining', 'Calls that are left');
  const reserve = gauge('reserve', 'Calls kept for urgent work');
  const calls = gauge('window_calls', 'Calls in the current window');
  const outage = meter.createGauge('bank_outage_seconds', 'int', 's', 'How long the bank has been down');
  const show = () => {
    const snapshot = limiter.snapshot();
    limit.set(snapshot.limit);
    remaining.set(snapshot.remaining);
    reserve.set(snapshot.reserve);
    outage.set(Math.ceil((limiter.breaker.outage?.lastedMs ?? 0) / 1_000));
    for (const { operation, urgency, ...count } of limiter.usage()) {
      calls.set(count.calls - count.refused, { operation, urgency, outcome: 'answered' });
      calls.set(count.refused, { operation, urgency, outcome: 'refused' });
    }
  };
  setInterval(show, tuning.metricsEveryMs).unref();
}
