import { randomUUID } from 'node:crypto';
import type { DevServer } from '../temporal/dev-server';
import { freePort } from '../temporal/ports';
import { encryptionVariables } from './stack-encryption';
import { startProgram, type ProgramProcess } from './program-process';

/** Where events are delivered to, and what they are signed with. */
export interface WebhookEndpoint {
  readonly url: string;
  readonly port: number;
  readonly secret: string;
}

/** A free port and a fresh secret. */
export async function newWebhookEndpoint(): Promise<WebhookEndpoint> {
  const port = await freePort();
  return { url: `http://127.0.0.1:${port}/events`, port, secret: randomUUID() };
}

/** Where a receiver of the stack finds everything. */
interface ReceiverEnvironment {
  readonly temporal: DevServer;
  /** The file of the keys to encrypt under, or `off`. */
  readonly encryptionKeys: string;
  readonly logLevel: string;
}

/** Starts a receiver of events. */
export const startReceiver = (
  { port, secret }: WebhookEndpoint,
  { temporal, encryptionKeys, logLevel }: ReceiverEnvironment,
): ProgramProcess =>
  startProgram('webhooks', {
    WEBHOOK_HOST: '127.0.0.1',
    WEBHOOK_PORT: String(port),
    WEBHOOK_SECRET: secret,
    WEBHOOK_SIGNATURE_ENCODING: 'hex',
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ...encryptionVariables(encryptionKeys, 'sender'),
    LOG_LEVEL: logLevel,
  });
