import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { RateLimitReport } from '../activities/own-reports';
import { ROUTINE_QUEUE, URGENT_QUEUE, WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes } from '../domain/wire/workflow-types';
import { unanswered } from './connection';

const ANSWER_WITHIN_MS = 10_000;

/** The rate limit by the worker that answers. @throws RequestError */
export async function rateLimitReport(client: Client): Promise<RateLimitReport> {
  const asked = client.workflow.execute<() => Promise<RateLimitReport>>(workflowTypes.rateLimitReport, {
    taskQueue: WORKFLOW_QUEUE,
    workflowId: `rate-limit-report:${randomUUID()}`,
    workflowExecutionTimeout: ANSWER_WITHIN_MS,
  });
  return asked.catch(async () => {
    throw await unanswered(client);
  });
}

/** The approximate backlogs of the task queues of calls to the bank. */
export const backlogs = (client: Client) =>
  Promise.all([URGENT_QUEUE, ROUTINE_QUEUE].map((queue) => backlogOf(client, queue)));
export type Backlog = Awaited<ReturnType<typeof backlogOf>>;

async function backlogOf(client: Client, queue: string) {
  const { stats } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue },
    taskQueueType: temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
    reportStats: true,
  });
  const { approximateBacklogCount: calls, approximateBacklogAge: age } = stats ?? {};
  return { queue, calls: Number(calls ?? 0), oldestMs: Number(age?.seconds ?? 0) * 1_000 };
}
