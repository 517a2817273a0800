import { setTimeout as sleep } from 'node:timers/promises';
import { RequestError } from '../src/cases/request-error';

const AGAIN_AFTER_MS = 200;
/** Longer than any crash of a server. */
const PATIENCE_MS = 120_000;

/** Asks until there is an answer; whether it was taken. The same request may be asked for twice. */
export async function retryUntilAcknowledged(
  act: () => Promise<unknown>,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  let isAcknowledged = false;
  while (!isAcknowledged)
    try {
      await act();
      isAcknowledged = true;
    } catch (error) {
      if (error instanceof RequestError && error.kind === 'refused') return false;
      if (performance.now() > deadline) throw error;
      await sleep(AGAIN_AFTER_MS);
    }
  return true;
}
