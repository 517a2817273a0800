import { once } from 'node:events';

/** Exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Resolves, when somebody asks this process to end, with the exit code for it: 130 after Ctrl-C, 0 otherwise. A process
 * that was forked also ends when the one that forked it is gone.
 */
export const interruption = (): Promise<number> =>
  Promise.race([
    once(process, 'SIGINT').then(() => INTERRUPTED),
    once(process, 'SIGTERM').then(() => 0),
    once(process, 'SIGHUP').then(() => 0),
    ...(process.connected ? [once(process, 'disconnect').then(() => 0)] : []),
  ]);
