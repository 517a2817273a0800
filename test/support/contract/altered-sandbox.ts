import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { createSandbox, type Sandbox } from '../../../sandbox/app';
import type { SandboxSettings } from '../../../sandbox/settings';

/** What is done to the text of each reply on its way out. */
export type Alteration = (text: string, url: string) => string;

/** A sandbox on a port, behind a door at which its replies can be altered. */
export class AlteredSandbox {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly door: Server,
  ) {}

  static async open(settings: SandboxSettings, alter: Alteration = (text) => text): Promise<AlteredSandbox> {
    const sandbox = await createSandbox(settings);
    const door = createServer((request, response) => {
      void relayed(sandbox, request).then((reply) => {
        const { 'content-length': _length, ...headers } = reply.headers;
        response.writeHead(reply.statusCode, headers as Record<string, string>);
        response.end(alter(reply.payload, request.url!));
      });
    });
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    return new AlteredSandbox(sandbox, door);
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.door.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.door.closeAllConnections();
    await new Promise((closed) => this.door.close(closed));
    await this.sandbox.close();
  }
}

async function relayed({ app }: Sandbox, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  return app.inject({ method, url, headers, payload: Buffer.concat(chunks) } as InjectOptions);
}
