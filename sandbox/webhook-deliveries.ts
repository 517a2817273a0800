import { Agent, request } from 'undici';
import { createHmac } from 'node:crypto';
import { SIGNATURE_HEADER } from '../src/bank/contract/codes';
import type { ReadingName } from './readings/dimensions';
import { SECOND } from './time/clock';
import type { Random } from './random';
import type { EventRecord, WebhookSetting } from './bank-state';
import type { Readings } from './readings/readings';
import type { Course } from './scenarios/courses';
import type { Settings } from './settings';
import { payloadShown } from './readings/events';

/** One attempt to deliver an event, or the decision not to. */
export interface Delivery {
  /** Real time. */
  readonly at: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly forged: boolean;
  /** The receiver's status, if it answered. */
  readonly outcome: number | 'unreachable' | 'dropped';
}

const CONNECTIONS = 16;

/**
 * Delivers events to the receiver, in real time whatever the virtual clock does: 2xx ends a delivery, and
 * after anything else it tries again after ever longer waits. No call waits for or fails with one.
 */
export class Deliveries {
  private readonly agent = new Agent({ connections: CONNECTIONS });
  private readonly waiting = new Set<NodeJS.Timeout>();
  private readonly made: Delivery[] = [];
  private stopping = new AbortController();
  private sending = 0;

  constructor(
    private readonly settings: Settings['webhook'],
    private readonly readings: Readings,
  ) {}

  /** Sends an event as its course says. `address` is read again at every attempt. */
  announce(
    event: EventRecord,
    course: Course<'webhook'>,
    random: Random,
    address: () => WebhookSetting,
  ): void {
    if (address().url === null) return;
    const isForged = random.fraction() < course.forgedShare;
    const isDropped = random.fraction() < course.droppedShare;
    const more = Math.max(0, course.copiesAtMost - course.copies);
    const copies = course.copies + Math.floor(random.fraction() * (more + 1));
    const leave = (message: WebhookMessage) => {
      const seconds = course.delaySeconds + random.fraction() * course.spreadSeconds;
      this.after(seconds, () => this.deliver(message, address));
    };
    if (isDropped) this.note(messageOf(event, this.readings), 0, 'dropped');
    else for (let copy = 0; copy < copies; copy++) leave(messageOf(event, this.readings));
    if (isForged) leave(forgeryOf(event, this.readings));
  }

  /** Sends an event again, at once. */
  resend(event: EventRecord, address: () => WebhookSetting): void {
    this.after(0, () => this.deliver(messageOf(event, this.readings), address));
  }

  /** The attempts so far, and the number of unfinished deliveries. */
  toJSON(): { readonly pending: number; readonly deliveries: readonly Delivery[] } {
    return { pending: this.waiting.size + this.sending, deliveries: this.made };
  }

  /** Drops everything, including deliveries under way. */
  reset(): void {
    this.stopping.abort();
    this.stopping = new AbortController();
    for (const timer of this.waiting) clearTimeout(timer);
    this.waiting.clear();
    this.made.length = 0;
  }

  async close(): Promise<void> {
    this.reset();
    await this.agent.destroy();
  }

  private async deliver(message: WebhookMessage, address: () => WebhookSetting, attempt = 1): Promise<void> {
    const { signal } = this.stopping;
    this.sending += 1;
    const outcome = await this.attempt(message, address(), signal);
    this.sending -= 1;
    if (signal.aborted) return;
    this.note(message, attempt, outcome);
    const isTaken = typeof outcome === 'number' && outcome >= 200 && outcome < 300;
    // A forger does not try again.
    if (isTaken || message.forged || attempt >= this.settings.attempts) return;
    const seconds = this.settings.retryFirstSeconds * 2 ** (attempt - 1);
    this.after(Math.min(seconds, this.settings.retrySlowestSeconds), () =>
      this.deliver(message, address, attempt + 1),
    );
  }

  private async attempt(
    message: WebhookMessage,
    to: WebhookSetting,
    signal: AbortSignal,
  ): Promise<Delivery['outcome']> {
    try {
      const { statusCode, body } = await request(to.url ?? '', {
        method: 'POST',
        headers: headersOf(message, to, this.readings),
        body: message.body,
        dispatcher: this.agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.settings.timeoutSeconds * SECOND)]),
      });
      await body.dump();
      return statusCode;
    } catch {
      return 'unreachable';
    }
  }

  private after(seconds: number, act: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      void act();
    }, seconds * SECOND);
    this.waiting.add(timer);
  }

  private note(
    { eventId, eventType, forged }: WebhookMessage,
    attempt: number,
    outcome: Delivery['outcome'],
  ): void {
    this.made.push({ at: new Date().toISOString(), eventId, eventType, attempt, forged, outcome });
  }
}

/** An event for the receiver, with the same bytes in every delivery. */
interface WebhookMessage {
  readonly eventId: string;
  readonly eventType: string;
  readonly body: Buffer;
  /** Invented by a forger who does not know the secret. */
  readonly forged: boolean;
}

/** The genuine event. */
const messageOf = ({ event_id, event_type, data }: EventRecord, readings: Readings): WebhookMessage => ({
  eventId: event_id,
  eventType: event_type,
  body: Buffer.from(JSON.stringify(payloadShown(data, readings))),
  forged: false,
});

/** The same event under another reference, as if it had happened once more. */
function forgeryOf({ event_id, event_type, data }: EventRecord, readings: Readings): WebhookMessage {
  const forgedId = `${event_id}-FORGED`;
  const body = JSON.stringify(payloadShown(data, readings)).replaceAll(event_id, forgedId);
  return { eventId: forgedId, eventType: event_type, body: Buffer.from(body), forged: true };
}

/** The headers of a delivery. A forger signs as the bank does, with a secret of their own. */
function headersOf(
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
