import { QueryNotRegisteredError, type Client } from '@temporalio/client';
import { detailsIn, type CaseDetails } from '../domain/case/details';
import { detailsQuery } from '../domain/wire/messages';
import { answerOf } from './snapshot';
import { startedInput } from './started-input';

/**
 * What the input of a case says now; what it was started with, where the worker's build does not know the question, or
 * the case has not read its input yet. @throws RequestError where no worker answers
 */
export async function detailsOf(client: Client, workflowId: string): Promise<CaseDetails> {
  const told = await answerOf(client, workflowId, detailsQuery).catch(unlessUnknown);
  return told ?? detailsIn(await startedInput(client, workflowId));
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof QueryNotRegisteredError)) throw error;
}
