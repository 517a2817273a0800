import { randomUUID } from 'node:crypto';
import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import type { BudgetReport } from '../domain/budget-report';
import { ROUTINE_LANE, URGENT_LANE, WORKFLOW_QUEUE } from '../domain/task-queues';
import { budgetView, type Backlog } from './budget-view';
import { examples } from './command-line';
import { withClient } from './connect';
import { unanswered } from './silence';
import { printResult } from './terminal';

const ANSWER_WITHIN_MS = 10_000;
type QueueKind = NonNullable<Parameters<Client['workflowService']['describeTaskQueue']>[0]['taskQueueType']>;
/** `TASK_QUEUE_TYPE_ACTIVITY` of Temporal's interface. */
const ACTIVITY_QUEUE = 2 as unknown as QueueKind;

/** Adds `budget`. */
export function addBudget(program: Command): void {
  program
    .command('budget')
    .description('Show how many calls the service still takes, who used them, and what waits.')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('budget', 'budget --json'))
    .action(({ json }) =>
      withClient(async (client) => {
        const report = await reportOf(client);
        const waiting = await Promise.all([URGENT_LANE, ROUTINE_LANE].map((lane) => backlogOf(client, lane)));
        printResult(json, { ...report, waiting }, () => budgetView(report, waiting, Date.now()));
      }),
    );
}

/** The budget as the worker that answers sees it. @throws StarterError */
async function reportOf(client: Client): Promise<BudgetReport> {
  try {
    return await client.workflow.execute<() => Promise<BudgetReport>>('budgetReportWorkflow', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: `budget-report:${randomUUID()}`,
      workflowExecutionTimeout: ANSWER_WITHIN_MS,
    });
  } catch {
    throw await unanswered(client);
  }
}

/** How much waits in a lane, about, and for how long. */
async function backlogOf(client: Client, lane: string): Promise<Backlog> {
  const { stats } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: lane },
    taskQueueType: ACTIVITY_QUEUE,
    reportStats: true,
  });
  const { approximateBacklogCount: calls, approximateBacklogAge: age } = stats ?? {};
  return { lane, calls: Number(calls ?? 0), oldestMs: Number(age?.seconds ?? 0) * 1_000 };
}
