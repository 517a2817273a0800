import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { unanswered } from '../cases/connection';
import { ENQUIRY_WITHIN_SECONDS, type NameAnswer, type NameQuestion } from '../domain/names/enquiry';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes, type WorkflowType } from '../domain/wire/workflow-types';

/** Longest time that a page waits for the first answer. */
const PATIENCE_MS = 2_000;

/** The latest answer to one question, asked again when it is old. */
export class LatestAnswer<A> {
  private known: A | undefined;
  private askAgainAtMs = -Infinity;
  private asking: Promise<unknown> = Promise.resolve();

  constructor(
    /** Resolves with `undefined` if there is no answer now. */
    private readonly ask: () => Promise<A | undefined>,
    private readonly usableForMs: number,
    /** Pause after a failure. */
    private readonly againAfterMs: number,
  ) {}

  /** The latest answer; `undefined` if the first one does not arrive in this time. */
  async get(patienceMs = PATIENCE_MS): Promise<A | undefined> {
    if (performance.now() >= this.askAgainAtMs) {
      this.askAgainAtMs = performance.now() + this.againAfterMs;
      this.asking = this.renew().catch(() => undefined);
    }
    if (this.known === undefined)
      await Promise.race([this.asking, sleep(patienceMs, undefined, { ref: false })]);
    return this.known;
  }

  private async renew(): Promise<void> {
    const answer = await this.ask();
    if (answer === undefined) return;
    this.known = answer;
    this.askAgainAtMs = performance.now() + this.usableForMs;
  }
}

/** Asks a worker by a workflow without input. Desks that ask at the same time share it. */
export const askWorker = <A>(client: Client, type: WorkflowType, workflowId: string): Promise<A> =>
  client.workflow.execute<() => Promise<A>>(type, {
    ...{ workflowId, workflowIdConflictPolicy: 'USE_EXISTING', taskQueue: WORKFLOW_QUEUE },
    workflowExecutionTimeout: ENQUIRY_WITHIN_SECONDS * 1_000,
  });

/**
 * Asks the bank for the name of an account: one call, made by a worker within the rate limit. Afterwards the
 * desk always deletes the workflow, which holds the account number, from Temporal. @throws RequestError
 */
export async function enquireName(client: Client, question: NameQuestion): Promise<NameAnswer> {
  const workflowId = `name-enquiry:${randomUUID()}`;
  try {
    return await client.workflow.execute<(question: NameQuestion) => Promise<NameAnswer>>(
      workflowTypes.nameEnquiry,
      {
        ...{ workflowId, taskQueue: WORKFLOW_QUEUE, args: [question] },
        workflowExecutionTimeout: ENQUIRY_WITHIN_SECONDS * 1_000,
      },
    );
  } catch {
    throw await unanswered(client, 'The bank was not asked, or did not answer in time. Try again later.');
  } finally {
    const { namespace } = client.options;
    const deletion = { namespace, workflowExecution: { workflowId } };
    // If it fails, the workflow goes with Temporal's retention.
    await client.workflowService.deleteWorkflowExecution(deletion).catch(() => undefined);
  }
}
