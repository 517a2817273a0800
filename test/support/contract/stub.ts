import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBankClient } from '../../../src/bank/client';
import type { SampleReply } from '../../contract/examples/example';

/** What a client has sent. */
export interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Lets a client call a server that gives one answer to everything, and returns what the server received. */
export async function stubbed<T>(reply: SampleReply, call: (client: Client) => Promise<T>) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      received.push({ line, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [outcome] = await Promise.allSettled([call(client)]);
  await client.close();
  await new Promise((closed) => server.close(closed));
  return { outcome, received };
}

type Client = ReturnType<typeof createBankClient>;

const clientOf = (baseUrl: string) =>
  createBankClient({ baseUrl, key: 'sample-service-key', apiKey: 'sample-api-key', timeoutMs: 5000 });
