import type { Client } from '@temporalio/client';
import { createCodecServer } from '../../src/temporal/encryption/codec-server';
import { keyRingOf } from '../../src/temporal/encryption/settings';
import { runningStack } from '../../src/temporal/running-stack';
import { payloadToJSON } from '@temporalio/common/lib/proto-utils';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { persons } from './marks';
import type { Places } from './encodings';
import type { StackProcess } from './stack-process';

/** What a caller who has no secret, no token and no login is told by all that answers on a socket. */
export async function repliesUnauthenticated(stack: StackProcess, client: Client): Promise<Places> {
  const { origin } = new URL(stack.receiver);
  const event = JSON.stringify({ event: 'payout', data: persons.beneficiary });
  const asksReceiver = [
    told(origin),
    told(`${origin}/health`),
    told(stack.receiver, { method: 'POST', body: event }),
    told(stack.receiver, { method: 'POST', body: event, headers: { 'x-signature': 'forged' } }),
  ];
  return {
    'replies of the receiver of events': await Promise.all(asksReceiver),
    'metrics of the worker': [await told(stack.metrics)],
    'replies of the codec server': await repliesOfCodecServer(stack, client),
  };
}

const told = async (url: string, request?: RequestInit): Promise<Buffer> => {
  const reply = await fetch(url, request);
  return Buffer.from(`${JSON.stringify([...reply.headers])}\n${await reply.text()}`);
};

/** One as in production, with a token, which is asked without it for what stands in a history. */
async function repliesOfCodecServer({ address }: StackProcess, client: Client): Promise<readonly Buffer[]> {
  const keyFile = runningStack(address)?.encryptionKeys ?? 'off';
  if (keyFile === 'off') return [];
  const { namespace } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId: caseId('payout', 'PO-CANARY-1') },
  });
  const [payload] = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const app = createCodecServer({
    ...{ keys: keyRingOf(keyFile, 'reader'), token: 'x'.repeat(32), origins: [], log: () => undefined },
  });
  const ask = async (authorization: string) => {
    const headers = { 'x-namespace': namespace, authorization };
    const body = { payloads: payload ? [payloadToJSON(payload)] : [] };
    const { statusCode, payload: reply } = await app.inject({
      method: 'POST',
      url: '/decode',
      headers,
      body,
    });
    return Buffer.from(`${statusCode} ${reply}`);
  };
  const replies = [await ask(''), await ask(`Bearer ${'y'.repeat(32)}`)];
  await app.close();
  return replies;
}
