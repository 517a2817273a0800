import type { Client } from '@temporalio/client';
import type { Instalment } from '../domain/repayment/instalments';
import { scheduleQuery } from '../domain/wire/messages';
import { RequestError } from '../cases/request-error';
import { answerOf } from '../cases/snapshot';
import { loanChain } from '../cases/workflow-chain';

/** The instalments of a loan, as its repayment knows them. @throws RequestError, also before it is in repayment */
export async function scheduleOf(client: Client, reference: string): Promise<readonly Instalment[]> {
  const [, repayment] = await loanChain(client, reference);
  if (repayment === undefined)
    throw new RequestError(
      'refused',
      `The loan ${reference} has no statement: no repayment of it has begun.`,
    );
  return answerOf(client, repayment, scheduleQuery);
}
