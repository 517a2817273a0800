import type { Client } from '@temporalio/client';
import type { MetricMeter } from '@temporalio/common';
import { HOUR_MS } from '../domain/time/clock';
import { workflowTypes } from '../domain/wire/workflow-types';

/** Age of a case's attention, or of an unsettled payout, from which an engineer is called. */
const OVERDUE_MS = 24 * HOUR_MS;
const EVERY_MS = 60_000;

const RUNNING = 'ExecutionStatus = "Running"';

/** The gauges counted from Temporal's index: name, help text, and the query at an instant. */
const caseGauges: Record<string, { readonly help: string; readonly condition: (now: Date) => string }> = {
  cases_need_attention: {
    help: 'Cases that need a person',
    condition: () => `${RUNNING} AND NeedsAttention = true AND WorkflowType != "${workflowTypes.eventRelay}"`,
  },
  cases_attention_overdue: {
    help: 'Cases that have needed a person for more than a day',
    condition: (now) => `${RUNNING} AND NeedsAttention = true AND WaitingSince < "${before(now)}"`,
  },
  payouts_unsettled_overdue: {
    help: 'Payouts that were sent and have waited for their end for more than a day',
    condition: (now) => `${RUNNING} AND PayoutStatus = "PENDING" AND WaitingSince < "${before(now)}"`,
  },
  reconciliations_with_differences: {
    help: 'Reconciliations that found differences which no person has settled',
    condition: () =>
      `${RUNNING} AND WorkflowType = "${workflowTypes.reconciliation}" AND NeedsAttention = true`,
  },
  event_endpoints_paused: {
    help: 'Endpoints that took no event for three days',
    condition: () => `${RUNNING} AND WorkflowType = "${workflowTypes.eventRelay}" AND NeedsAttention = true`,
  },
  workflows_wedged: {
    help: 'Workflows whose tasks fail or time out again and again',
    condition: () => `${RUNNING} AND TemporalReportedProblems IS NOT NULL`,
  },
};

const before = (now: Date) => new Date(now.getTime() - OVERDUE_MS).toISOString();

/**
 * Counts cases in Temporal's index every minute, next to the SDK's metrics, until the process ends. A count
 * that Temporal does not answer leaves the gauges unchanged; `case_counts_failed` counts it.
 */
export function showCaseGauges(client: Client, meter: MetricMeter): void {
  const failed = meter.createCounter(
    'case_counts_failed',
    'counts',
    'Counts of cases that Temporal did not answer',
  );
  failed.add(0);
  const count = async () => {
    for (const [name, { help, condition }] of Object.entries(caseGauges)) {
      const gauge = meter.createGauge(name, 'int', 'cases', help);
      gauge.set((await client.workflow.count(condition(new Date()))).count);
    }
  };
  const look = () => void count().catch(() => failed.add(1));
  look();
  setInterval(look, EVERY_MS).unref();
}
