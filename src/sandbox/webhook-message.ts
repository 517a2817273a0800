import { createHmac } from 'node:crypto';
import type { EventRecord, WebhookSetting } from './records';
import { SIGNATURE_HEADER } from '../bank/contract/codes';
import type { ReadingName } from '../bank/contract/readings';
import { payloadShown } from './readings/events';
import type { Readings } from './readings/readings';

/** One event on its way to the receiver: the bytes are the same whenever it is delivered. */
export interface WebhookMessage {
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
  /** Invented by a forger who does not know the secret. */
  readonly forged: boolean;
}

/** The event as it really is. */
export const messageOf = (
  { event_id, event_type, data }: EventRecord,
  readings: Readings,
): WebhookMessage => ({
  eventId: event_id,
  eventType: event_type,
  body: Buffer.from(JSON.stringify(payloadShown(data, readings))),
  forged: false,
});

/** The same event under another reference, as if it had happened once more. */
export function forgeryOf({ event_id, event_type, data }: EventRecord, readings: Readings): WebhookMessage {
  const forgedId = `${event_id}-FORGED`;
  const body = JSON.stringify(payloadShown(data, readings)).replaceAll(event_id, forgedId);
  return { eventId: forgedId, eventType: event_type, body: Buffer.from(body), forged: true };
}

/** The headers of a delivery. A forger signs as the bank does, with a secret of their own. */
export function headersOf(
  message: WebhookMessage,
  { signature_secret: secret }: WebhookSetting,
  readings: Readings,
): Record<string, string> {
  const used = message.forged ? 'a guessed secret' : secret;
  const signature = used == null ? {} : signatures[readings.of('webhookSignature')](message.body, used);
  return { 'content-type': 'application/json', ...signature };
}

type Signature = (body: Buffer, secret: string) => Record<string, string>;

/** HMAC-SHA256 of the raw body. */
const signed = (body: Buffer, secret: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(body).digest(encoding);

const signatures: Record<ReadingName<'webhookSignature'>, Signature> = {
  hex: (body, secret) => ({ [SIGNATURE_HEADER]: signed(body, secret, 'hex') }),
  base64: (body, secret) => ({ [SIGNATURE_HEADER]: signed(body, secret, 'base64') }),
  'other-header': (body, secret) => ({ 'x-webhook-signature': signed(body, secret, 'hex') }),
  unsigned: () => ({}),
};
