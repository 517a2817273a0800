import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** Whether a port of this machine is free to listen on. */
export const isFree = (port: number): Promise<boolean> =>
  listenBriefly(port).then(
    () => true,
    () => false,
  );

const LOOK_EVERY_MS = 20;
const FREE_WITHIN_MS = 10_000;

/** Waits for a free port, 10 s at most: the program that is to listen there reports the problem better. */
export async function untilFree(port: number): Promise<void> {
  const deadline = performance.now() + FREE_WITHIN_MS;
  while (!(await isFree(port)) && performance.now() < deadline) await sleep(LOOK_EVERY_MS);
}

async function listenBriefly(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
