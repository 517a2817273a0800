import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Exit codes of programs that fail. Requested ends: see `interruption`. */
const codes = { failed: 1, wrongUse: 2, unreachable: 3 } as const;

/** The port of a program is in use; the message names the variable that chooses another one. */
class PortInUseError extends Error {}

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

type Kind = new (...args: never[]) => Error;

/** Errors that a person can fix, by the exit code they lead to. */
export type Mendable = Readonly<Partial<Record<keyof typeof codes, readonly Kind[]>>>;

/** Runs a program to its exit code. It prints a mendable error's message, and any other error's stack. */
export function runProgram(main: () => Promise<number>, mendable: Mendable): void {
  void main()
    .catch((error: unknown) => explained(error, mendable))
    .then((code) => process.exit(code));
}

function explained(error: unknown, mendable: Mendable): number {
  const ends = Object.keys(codes) as (keyof typeof codes)[];
  const known =
    error instanceof PortInUseError
      ? 'failed'
      : ends.find((end) => mendable[end]?.some((kind) => error instanceof kind));
  console.error(error instanceof Error ? (known ? error.message : error.stack) : error);
  return codes[known ?? 'failed'];
}

const INTERRUPTED = 130;

/**
 * Resolves, when a signal asks this process to end, with the exit code for it: 130 after Ctrl-C, 0 otherwise. A forked
 * process also ends when its parent is gone.
 */
export const interruption = (): Promise<number> =>
  Promise.race([
    once(process, 'SIGINT').then(() => INTERRUPTED),
    once(process, 'SIGTERM').then(() => 0),
    once(process, 'SIGHUP').then(() => 0),
    ...(process.connected ? [once(process, 'disconnect').then(() => 0)] : []),
  ]);

/** A signal interrupted the program; `exitCode` is that of `interruption`. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}
