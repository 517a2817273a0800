import type { WorkflowHandle } from '@temporalio/client';
import { Worker, type WorkflowBundleOption } from '@temporalio/worker';
import { caseOf } from '../../src/domain/wire/workflow-ids';
import type { Finding } from './finding';

/** The history of one run of a workflow. */
export interface Recorded {
  readonly workflowId: string;
  readonly history: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
  /** Whether the server lost a task of it: no worker can go on from such a history. */
  readonly hasLostTask: boolean;
}

/** The workflows that pass an event on, or backfill missed ones, are many, short and alike. */
const isOfCase = ({ workflowId }: Recorded) => !['event', ''].includes(caseOf(workflowId).kind);

/** Replays the histories of cases, as a worker does that takes one over: one that cannot be replayed stands still for ever. */
export async function replayFindings(
  workflowBundle: WorkflowBundleOption,
  recorded: readonly Recorded[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const sound = recorded.filter((one) => isOfCase(one) && !one.hasLostTask);
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, sound))
    if (error)
      findings.push({ rule: 'alive', about: workflowId, what: `cannot be replayed: ${error.message}` });
  return findings;
}
