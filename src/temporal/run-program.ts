import { once } from 'node:events';

/** What a program of ours ends with when it fails. Ends that were asked for: see `interruption`. */
const codes = { failed: 1, wrongUse: 2, unreachable: 3 } as const;

type Kind = new (...args: never[]) => Error;

/** Errors that a person can mend, by how the program ends with them. */
export type Mendable = Readonly<Partial<Record<keyof typeof codes, readonly Kind[]>>>;

/** Runs a program to its exit code. It tells a mendable error in its own sentence, any other with its stack. */
export function runProgram(main: () => Promise<number>, mendable: Mendable): void {
  void main()
    .catch((error: unknown) => explained(error, mendable))
    .then((code) => process.exit(code));
}

function explained(error: unknown, mendable: Mendable): number {
  const ends = Object.keys(codes) as (keyof typeof codes)[];
  const known = ends.find((end) => mendable[end]?.some((kind) => error instanceof kind));
  console.error(error instanceof Error ? (known ? error.message : error.stack) : error);
  return codes[known ?? 'failed'];
}

/** Exit code of a program that Ctrl-C ended. */
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

/** A signal ended what a program was doing; the exit code says so. */
export class Interrupted extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}
