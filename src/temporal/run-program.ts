import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { exitCodes, isMendable } from './exit-codes';

/** The port of a program is in use; the message names the variable that chooses another one. */
class PortInUseError extends Error {
  readonly kind = 'refused';
}

/** Starts a server on its port. @returns the port that it got */
export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  variable: string,
): Promise<number> {
  await app.listen({ host, port }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortInUseError(`The port is in use. Choose another one with ${variable}.`);
  });
  return (app.server.address() as AddressInfo).port;
}

/** Runs a program to its exit code. It prints a mendable error's message, and any other error's stack. */
export function runProgram(main: () => Promise<number>): void {
  void main()
    .catch((error: unknown) => {
      console.error(isMendable(error) ? error.message : error instanceof Error ? error.stack : error);
      return exitCodes[isMendable(error) ? error.kind : 'refused'];
    })
    .then((code) => process.exit(code));
}

/**
 * Resolves, when a signal asks this process to end, with the exit code for it: 130 after Ctrl-C, 0 otherwise. A forked
 * process also ends when its parent is gone.
 */
export const interruption = (): Promise<number> =>
  Promise.race([
    once(process, 'SIGINT').then(() => exitCodes.interrupted),
    once(process, 'SIGTERM').then(() => 0),
    once(process, 'SIGHUP').then(() => 0),
    ...(process.connected ? [once(process, 'disconnect').then(() => 0)] : []),
  ]);
