import { once } from 'node:events';

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
