import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { RequestError } from '../src/cases/request-error';
import { sendCommand } from '../src/cases/commands';
import type { TestEnvironment } from './test-environment';

const OFFERS =
  'WorkflowType = "loanWorkflow" AND ExecutionStatus = "Running" AND WaitingFor = "OFFER_ANSWER"';
const LOOK_EVERY_MS = 1_000;

/** Plays the borrowers: everyone takes the offer within a moment. Answers with the way to end that. */
export function playBorrowers({ client, closing }: Pick<TestEnvironment, 'client' | 'closing'>): () => void {
  const ended = new AbortController();
  const left = AbortSignal.any([ended.signal, closing]);
  void answerOffers(client, left).catch((error: unknown) => {
    if (!left.aborted) throw error;
  });
  return () => {
    ended.abort();
  };
}

/** The list of workflows may lag; a second answer to the same offer changes nothing. */
async function answerOffers(client: Client, left: AbortSignal): Promise<void> {
  while (!left.aborted) {
    for await (const { workflowId } of client.workflow.list({ query: OFFERS }))
      await accept(client, workflowId);
    await sleep(LOOK_EVERY_MS);
  }
}

async function accept(client: Client, workflowId: string): Promise<void> {
  const said = { requestId: 'accept', actor: 'borrower-1', role: 'borrower' };
  await sendCommand(client, workflowId, 'acceptOffer', said).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
  });
}
