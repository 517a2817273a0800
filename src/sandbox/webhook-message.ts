import { createHmac } from 'node:crypto';
import type { EventRecord, WebhookSetting } from './records';
import { SIGNATURE_HEADER } from '../bank/contract/codes';

/** One event on its way to the receiver: the bytes are the same whenever it is delivered. */
export interface WebhookMessage {
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
  /** Invented by a forger who does not know the secret. */
  readonly forged: boolean;
}

/** The event as it really is. */
export const messageOf = ({ event_id, event_type, data }: EventRecord): WebhookMessage => ({
  eventId: event_id,
  eventType: event_type,
  body: Buffer.from(JSON.stringify(data)),
  forged: false,
});

/** The same event under another reference, as if it had happened once more. */
export function forgeryOf({ event_id, event_type, data }: EventRecord): WebhookMessage {
  const forgedId = `${event_id}-FORGED`;
  const body = JSON.stringify(data).replaceAll(event_id, forgedId);
  return { eventId: forgedId, eventType: event_type, body: Buffer.from(body), forged: true };
}

/** The headers of a delivery. A forger signs, too, with a secret of their own. */
export function headersOf(message: WebhookMessage, { signature_secret: secret }: WebhookSetting) {
  const used = message.forged ? 'a guessed secret' : secret;
  return {
    'content-type': 'application/json',
    ...(used != null && { [SIGNATURE_HEADER]: signatureOf(message.body, used) }),
  };
}

/** HMAC-SHA256 of the raw body, lower-case hex. */
const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
