import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Taken twice by the bank. */
const TWICE = 'F-1';
/** Never taken by the bank, which takes another one in its place. */
const [LOST, INSTEAD] = ['F-2', 'INSTEAD'];

/** They tell of one connection, or of a text that is changed. */
const OF_A_CONNECTION = ['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding'];
const without = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.includes(name)));

/** The address of a bank that takes one payout twice, and says of another one that it was paid. It lasts as long as the process. */
export async function wrongBank(bankUrl: string): Promise<string> {
  const ask = async ({ method = '', url = '', headers }: IncomingMessage, body: string) => {
    const reply = await fetch(bankUrl + url.replace(LOST, INSTEAD), {
      ...{ method, headers: without(headers as Record<string, string>) },
      ...(body !== '' && { body: body.replaceAll(`"${LOST}"`, `"${INSTEAD}"`) }),
    });
    return {
      status: reply.status,
      text: (await reply.text()).replaceAll(INSTEAD, LOST),
      headers: without(Object.fromEntries(reply.headers)),
    };
  };
  const server = createServer((request, answer) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString();
      if (body.includes(`"reference":"${TWICE}"`)) await ask(request, body);
      const { status, text, headers } = await ask(request, body);
      answer.writeHead(status, headers).end(text);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
