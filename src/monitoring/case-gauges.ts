import type { Client } from '@temporalio/client';
import type { MetricMeter } from '@temporalio/common';
import { HOUR_MS } from '../domain/time/clock';
import { workflowTypes } from '../domain/wire/workflow-types';

/** Age of a case's attention, or of an unsettled payout, from which an engineer is called. */
const OVERDUE_MS = 24 * HOUR_MS;
const EVERY_MS = 60_000;

const RUNNING = 'ExecutionStatus = "Running"';

/** The gauges counted from Temporal's index: name, help text, and which running cases; `before` is a day ago. */
const caseGauges: Record<string, { readonly help: string; readonly which: (before: string) => string }> = {
  cases_need_attention: {
    help: 'Cases that need a person',
    which: () => `NeedsAttention = true AND WorkflowType != "${workflowTypes.eventRelay}"`,
  },
  cases_attention_overdue: {
    help: 'Cases that have needed a person for more than a day',
    which: (before) => `NeedsAttention = true AND WaitingSince < "${before}"`,
  },
  payouts_unsettled_overdue: {
    help: 'Payouts that were sent and have waited for their end for more than a day',
    which: (before) => `PayoutStatus = "PENDING" AND WaitingSince < "${before}"`,
  },
  reconciliations_with_differences: {
    help: 'Reconciliations that found differences which no person has settled',
    which: () => `WorkflowType = "${workflowTypes.reconciliation}" AND NeedsAttention = true`,
  },
  event_endpoints_paused: {
    help: 'Endpoints that took no event for three days',
    which: () => `WorkflowType = "${workflowTypes.eventRelay}" AND NeedsAttention = true`,
  },
  workflows_wedged: {
    help: 'Workflows whose tasks fail or time out again and again',
    which: () => `TemporalReportedProblems IS NOT NULL`,
  },
};

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
    const before = new Date(Date.now() - OVERDUE_MS).toISOString();
    for (const [name, { help, which }] of Object.entries(caseGauges)) {
      const gauge = meter.createGauge(name, 'int', 'cases', help);
      gauge.set((await client.workflow.count(`${RUNNING} AND ${which(before)}`)).count);
    }
  };
  const look = () => void count().catch(() => failed.add(1));
  look();
  setInterval(look, EVERY_MS).unref();
}
