import type { Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { temporalTarget, withConnection } from '../temporal/connection';
import { readSigningKey } from '../authority/person-key';
import { readConfig } from '../config/read-config';
import { timedOut, type RequestError } from './request-error';
import { runningStack } from '../temporal/running-stack';
import { workersOn } from '../temporal/worker-deployment';
import { signWith, type MissingKey, type Signer } from './signing';

/** Runs `use` with a client, which signs if a key is configured, and always closes its connection. */
export async function withClient<R>(use: (client: Client) => Promise<R>): Promise<R> {
  const signer = configuredSigner();
  return withConnection(temporalTarget({ asksStack: true }), (client) => use(signWith(client, signer)));
}

/** The key of `STARTER_KEY` or of the stack here; `undefined` if nothing is signed. @throws KeyFileError */
export function configuredSigner(): Signer | MissingKey | undefined {
  const { signing, authorityMode } = readConfig(['signing', 'authorityMode']);
  const { keyFile, actor, bankEnvironment } = signing;
  if (keyFile !== undefined) return { key: readSigningKey(keyFile), bankEnvironment, person: actor };
  if (authorityMode.mode === 'open') return undefined;
  const stack = runningStack(temporalTarget({ asksStack: true }).connectionOptions.address);
  if (!stack) return 'none';
  const { signing: ofStack } = stack;
  return ofStack && { ...ofStack, key: readSigningKey(ofStack.keyFile), person: actor ?? ofStack.actor };
}

/** Why no worker answers, as far as Temporal can tell. */
export async function noWorkerText(client: Client): Promise<string> {
  return (await workersOn(client, WORKFLOW_QUEUE, 'workflows')).length > 0
    ? 'No worker answers at the moment.'
    : 'No worker seems to be running: start one.';
}

/** The error of a request that got no answer. `more` says what that means for the request. */
export const unanswered = async (client: Client, more = ''): Promise<RequestError> =>
  timedOut(`${await noWorkerText(client)} ${more}`.trim());
