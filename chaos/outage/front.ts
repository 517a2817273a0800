import { once } from 'node:events';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Certificate } from './certificates';

/** The ways in which the bank is down. */
export const OUTAGES = ['gone', '503', '401', 'reset', 'silence', 'wrong TLS'] as const;
export type OutageName = (typeof OUTAGES)[number];

/** A request that reached the front, in milliseconds since the epoch. */
interface Call {
  readonly atMs: number;
  readonly isAnswered: boolean;
}

/** What stands before the bank, with TLS: it hands calls on, or is down, and counts all of them. */
export class Front {
  readonly calls: Call[] = [];
  private outage: OutageName | undefined;
  private readonly sockets = new Set<Socket>();
  private port = 0;

  private constructor(
    private readonly server: Server,
    private readonly bankUrl: string,
    private readonly certificates: { readonly right: Certificate; readonly wrong: Certificate },
  ) {}

  static async open(
    bankUrl: string,
    certificates: { readonly right: Certificate; readonly wrong: Certificate },
  ): Promise<Front> {
    const server = createServer(certificates.right);
    const front = new Front(server, bankUrl, certificates);
    server.on('request', (request, response) => front.take(request, response));
    server.on('connection', (socket: Socket) => {
      front.sockets.add(socket);
      socket.on('close', () => front.sockets.delete(socket)).on('error', () => undefined);
    });
    await front.listen();
    return front;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  async begin(outage: OutageName): Promise<void> {
    this.outage = outage;
    if (outage === 'wrong TLS') this.server.setSecureContext(this.certificates.wrong);
    if (outage === 'gone') this.server.close();
    // Connections that are open would not notice.
    this.hangUp();
  }

  async end(): Promise<void> {
    if (this.outage === 'gone') await this.listen();
    this.server.setSecureContext(this.certificates.right);
    this.outage = undefined;
    this.hangUp();
  }

  async close(): Promise<void> {
    this.server.close();
    this.hangUp();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    this.calls.push({ atMs: Date.now(), isAnswered: this.outage === undefined });
    if (this.outage === undefined) this.handOn(request, response);
    else if (this.outage === '503' || this.outage === '401') response.writeHead(Number(this.outage)).end();
    else if (this.outage === 'reset') request.socket.destroy();
    // Of the others, none reaches this place but silence.
  }

  private handOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const onward = forward(new URL(request.url ?? '/', this.bankUrl), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}
