import type { MetricMeter } from '@temporalio/common';
import { Runtime } from '@temporalio/worker';
import type { OperationUsage, RateLimiter } from 'fixed-window-limiter';

/** Milliseconds between two updates of the gauges. */
const EVERY_MS = 5_000;

/** The figures of a standby worker: only the keeper knows the window. */
const STANDS_BY = { limit: 0, remaining: 0, reserve: 0 };

/** Exports the rate limiter as gauges, next to the Temporal SDK's metrics, until the process ends. */
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
  const shown = new Map<string, OperationUsage>();
  const show = () => {
    const isKeeper = limiter.mayCall();
    keeper.set(isKeeper ? 1 : 0);
    const snapshot = isKeeper ? limiter.snapshot() : STANDS_BY;
    limit.set(snapshot.limit);
    remaining.set(snapshot.remaining);
    reserve.set(snapshot.reserve);
    starved.set(isKeeper ? limiter.starvedWindows : 0);
    outage.set(Math.ceil((limiter.breaker.outage?.lastedMs ?? 0) / 1_000));
    // An operation without calls in this window would keep the count of an earlier one.
    for (const [key, usage] of shown) shown.set(key, { ...usage, calls: 0, refused: 0 });
    for (const usage of isKeeper ? limiter.usage() : [])
      shown.set(`${usage.operation} ${usage.urgency}`, usage);
    for (const { calls: all, refused, ...labels } of shown.values()) {
      calls.set(all - refused, { ...labels, outcome: 'answered' });
      calls.set(refused, { ...labels, outcome: 'refused' });
    }
  };
  show();
  setInterval(show, EVERY_MS).unref();
}
