import type { MetricMeter } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import type { RateLimiter } from './rate-limiter';
import { tuning } from './tuning';

/** What one operation has used, as it was shown last. */
interface Shown {
  readonly labels: { readonly operation: string; readonly urgency: string };
  readonly count: { calls: number; refused: number };
}

/** What a worker shows that stands by: only the keeper knows the window. */
const STANDS_BY = { limit: 0, remaining: 0, reserve: 0 };

/** Shows the rate limiter as gauges beside the metrics of the Temporal SDK, until the process ends. */
export function showRateLimitMetrics(
  limiter: RateLimiter,
  meter: Pick<MetricMeter, 'createGauge'> = Runtime.instance().metricMeter,
): void {
  const gauge = (name: string, text: string, unit = 'calls') =>
    meter.createGauge(`rate_limit_${name}`, 'int', unit, text);
  const limit = gauge('limit', 'Calls that a window takes');
  const remaining = gauge('remaining', 'Calls that are left');
  const reserve = gauge('reserve', 'Calls kept for urgent work');
  const starved = gauge('starved_windows', 'Windows in a row that took one call alone', 'windows');
  const calls = gauge('window_calls', 'Calls in the current window');
  const keeper = meter.createGauge('bank_keeper', 'int', 'workers', 'Whether this worker calls the bank');
  const outage = meter.createGauge('bank_outage_seconds', 'int', 's', 'How long the bank has been down');
  const shown = new Map<string, Shown>();
  const show = () => {
    const isKeeper = limiter.mayCall();
    keeper.set(isKeeper ? 1 : 0);
    const snapshot = isKeeper ? limiter.snapshot() : STANDS_BY;
    limit.set(snapshot.limit);
    remaining.set(snapshot.remaining);
    reserve.set(snapshot.reserve);
    starved.set(isKeeper ? limiter.starvedWindows : 0);
    outage.set(Math.ceil((limiter.breaker.outage?.lastedMs ?? 0) / 1_000));
    // What is not called in this window would keep the count of an earlier one.
    for (const { count } of shown.values()) count.calls = count.refused = 0;
    for (const { operation, urgency, ...count } of isKeeper ? limiter.usage() : [])
      shown.set(`${operation} ${urgency}`, { labels: { operation, urgency }, count });
    for (const { labels, count } of shown.values()) {
      calls.set(count.calls - count.refused, { ...labels, outcome: 'answered' });
      calls.set(count.refused, { ...labels, outcome: 'refused' });
    }
  };
  show();
  setInterval(show, tuning.metricsEveryMs).unref();
}
