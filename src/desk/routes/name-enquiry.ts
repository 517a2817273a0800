import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { matchNames } from '../../domain/names/matching';
import type { Handlers } from '../http/run-route';
import { ProblemError } from '../http/problems';
import type { DeskParts } from '../parts';
import { ENQUIRY_WITHIN_SECONDS, type NameAnswer, type NameQuestion } from '../../domain/names/enquiry';
import { WORKFLOW_QUEUE } from '../../domain/wire/task-queues';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { unanswered } from '../../cases/connection';

/** The name that the bank has for an account, before a payout to it is started. */
export const nameEnquiryHandlers = ({ client, enquiries }: DeskParts) =>
  ({
    async enquireName({ body: { accountName, ...question }, person }) {
      await enquiries.count(person.subject);
      const answer = await enquireName(client, question);
      if ('refused' in answer)
        throw new ProblemError('invalid', `The bank tells no name: ${answer.refused}.`);
      const verdict = accountName === undefined ? undefined : matchNames(accountName, answer.accountName);
      return { accountName: answer.accountName, verdict };
    },
  }) satisfies Partial<Handlers>;

/**
 * In which name the bank holds an account: one call, made by a worker within the rate limit. Temporal is told to delete what
 * it has kept of the question, whatever became of it. @throws RequestError
 */
async function enquireName(client: Client, question: NameQuestion): Promise<NameAnswer> {
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

/** What is left after that ends with Temporal's retention. */
const forget = (client: Client, workflowId: string): Promise<unknown> =>
  client.workflowService
    .deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
    })
    .catch(() => undefined);
