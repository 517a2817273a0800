import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { CaseEvent } from '../../../src/domain/events/events';

/** A system that is told events; it verifies each post with the package of the specification. */
export class EventReceiver {
  /** What it has taken, repeats too, in the order in which it came. */
  readonly events: (CaseEvent & { readonly takenAtMs: number })[] = [];
  /** Of every post that it has taken, one that tells of nothing too. */
  readonly types: string[] = [];
  unverified = 0;
  asked = 0;
  secret = '';
  /** The status of the answer to the n-th post. */
  answer: (ask: number) => number | Promise<number> = () => 204;
  private server: Server;
  private port = 0;

  private constructor() {
    this.server = this.newServer();
  }

  static async start(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    await receiver.comeBack();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** The numbers of a case, each when it came first. */
  numbersOf(wanted: string): number[] {
    const numbers = this.events.filter(({ reference }) => reference === wanted).map(({ number }) => number);
    return [...new Set(numbers)];
  }

  /** Nothing listens at its address any more. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  /** It listens at its address, the same one as before. */
  async comeBack(): Promise<void> {
    this.server = this.newServer().listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private newServer(): Server {
    return createServer((request, response) => void this.take(request, response));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return; // Who has posted is gone.
    const status = await this.answer(++this.asked);
    try {
      new Webhook(this.secret).verify(body, request.headers as Record<string, string>);
    } catch {
      this.unverified++;
    }
    if (status < 300) {
      const event = JSON.parse(body) as CaseEvent;
      this.types.push(event.type);
      if ('number' in event) this.events.push({ ...event, takenAtMs: Date.now() });
    }
    response.writeHead(status).end();
  }
}
