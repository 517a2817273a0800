import { QueryNotRegisteredError, type Client } from '@temporalio/client';
import { PAYEES_AT_A_TIME, type Payee } from '../domain/batch/approved-rows';
import { payeesQuery } from '../domain/wire/messages';
import { RequestError } from './request-error';
import { answerOf } from './snapshot';

/** Every row that a batch is to pay, whom, and the name on the account. @throws RequestError */
export async function batchPayees(client: Client, workflowId: string): Promise<readonly Payee[]> {
  const found: Payee[] = [];
  // Ends with the page that is not full.
  for (let isMore = true; isMore;) {
    const page = await answerOf(client, workflowId, payeesQuery, found.length).catch(explained);
    found.push(...page);
    isMore = page.length === PAYEES_AT_A_TIME;
  }
  return found;
}

function explained(error: unknown): never {
  if (!(error instanceof QueryNotRegisteredError)) throw error;
  throw new RequestError('refused', 'This batch runs on an older build, which does not tell its payees.');
}
