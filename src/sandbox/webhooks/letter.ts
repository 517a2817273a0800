import type { EventRecord, WebhookSetting } from '../records';
import { SIGNATURE_HEADER } from '../../service/contract/events';
import { signatureOf } from './signature';

/** One event on its way to the receiver: the bytes are the same whenever it is delivered. */
export interface Letter {
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
  /** Invented by somebody who does not know the secret. */
  readonly forged: boolean;
}

/** The event as it really is. */
export const letterOf = ({ event_id, event_type, data }: EventRecord): Letter => ({
  eventId: event_id,
  eventType: event_type,
  body: Buffer.from(JSON.stringify(data)),
  forged: false,
});

/** The same event under another reference, as if it had happened once more. */
export function forgeryOf({ event_id, event_type, data }: EventRecord): Letter {
  const forgedId = `${event_id}-FORGED`;
  const body = JSON.stringify(data).replaceAll(event_id, forgedId);
  return { eventId: forgedId, eventType: event_type, body: Buffer.from(body), forged: true };
}

/** The headers of a delivery. A forger signs, too, with a secret of their own. */
export function headersOf(letter: Letter, { signature_secret: secret }: WebhookSetting) {
  const used = letter.forged ? 'a guessed secret' : secret;
  return {
    'content-type': 'application/json',
    ...(used != null && { [SIGNATURE_HEADER]: signatureOf(letter.body, used) }),
  };
}
