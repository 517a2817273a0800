import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the system's ephemeral ports: while a server is down, a client that keeps trying to reach it could be
 * given the server's own port, and then the server could not listen on it again.
 */
const OURS = { from: 20_000, to: 32_000 };

/** A port of this machine on which no program listens now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(OURS.from, OURS.to);
    if (await isFree(port)) return port;
  }
}

export const isFree = (port: number): Promise<boolean> =>
  listenBriefly(port).then(
    () => true,
    () => false,
  );

async function listenBriefly(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
