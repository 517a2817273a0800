import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { unanswered } from '../cases/connection';
import { ENQUIRY_WITHIN_SECONDS, type NameAnswer, type NameQuestion } from '../domain/names/enquiry';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes } from '../domain/wire/workflow-types';

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
    await forget(client, workflowId);
  }
}

/** Deletes a workflow's execution; if that fails, it goes with Temporal's retention. */
const forget = (client: Client, workflowId: string): Promise<unknown> =>
  client.workflowService
    .deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
    })
    .catch(() => undefined);
