import { WATCH_QUEUE } from '../domain/wire/task-queues';
import { workersSince, type Asking } from '../temporal/worker-deployment';

const LOOK_EVERY_MS = 10_000;

const OTHERS =
  'Another worker calls the bank, too, and without a keeper each keeps a count of its own. Run one worker, or give all of them the same records';

/** Without a lease, warns once another process has polled for bank calls since, until the process ends. */
export function watchForOthers(client: Asking, self: string, warn: (sentence: string) => void): void {
  const sinceMs = Date.now();
  const timer = setInterval(() => {
    void otherSince(client, self, sinceMs).then(
      (other) => {
        if (!other) return;
        warn(OTHERS);
        clearInterval(timer);
      },
      () => undefined,
    );
  }, LOOK_EVERY_MS).unref();
}

/** Whether a worker with another identity has polled for bank calls since an instant. */
export async function otherSince(client: Asking, self: string, sinceMs: number): Promise<boolean> {
  const workers = await workersSince(client, WATCH_QUEUE, 'activities', sinceMs);
  return workers.some(({ identity }) => identity !== self);
}
