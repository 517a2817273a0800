import { Runtime } from '@temporalio/worker';
import type { RequestBudget } from '../service/request-budget';

const EVERY_MS = 5_000;

/** Shows the request budget as gauges beside the metrics of the Temporal SDK, until the process ends. */
export function showBudgetMetrics(budget: RequestBudget): void {
  const meter = Runtime.instance().metricMeter;
  const limit = meter.createGauge('service_budget_limit', 'int', 'calls', 'Calls that a window takes');
  const remaining = meter.createGauge('service_budget_remaining', 'int', 'calls', 'Calls that are left');
  const reserve = meter.createGauge('service_budget_reserve', 'int', 'calls', 'Calls kept for urgent work');
  const calls = meter.createGauge('service_window_calls', 'int', 'calls', 'Calls in the current window');
  const show = () => {
    const nowMs = performance.now();
    const standing = budget.standing(nowMs);
    limit.set(standing.limit);
    remaining.set(standing.remaining);
    reserve.set(standing.reserve);
    for (const { operation, urgency, ...count } of budget.calls(nowMs)) {
      calls.set(count.calls - count.refused, { operation, urgency, outcome: 'answered' });
      calls.set(count.refused, { operation, urgency, outcome: 'refused' });
    }
  };
  setInterval(show, EVERY_MS).unref();
}
