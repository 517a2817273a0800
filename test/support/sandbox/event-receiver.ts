import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Payload {
  readonly event: string;
  readonly data: { readonly uniqueRef: string; readonly transactionDetails?: { readonly remark: string } };
}

/** A receiver of events; answers with the statuses it is given, then with 200. */
export class EventReceiver {
  readonly received: Received[] = [];
  private readonly statuses: number[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<EventReceiver> {
    const server = createServer();
    const receiver = new EventReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(receiver.statuses.shift() ?? 200).end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  answerWith(...statuses: number[]): void {
    this.statuses.push(...statuses);
  }

  /** What was delivered, as parsed JSON. */
  get events(): Payload[] {
    return this.received.map(({ body }) => JSON.parse(body.toString()) as Payload);
  }

  async until(count: number): Promise<void> {
    while (this.received.length < count) await sleep(5);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
