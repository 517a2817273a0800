import { setTimeout as sleep } from 'node:timers/promises';
import { StarterError } from '../src/starter/exit-codes';

const AGAIN_AFTER_MS = 200;
/** Longer than any crash of a server. */
const PATIENCE_MS = 120_000;

/** Asks until there is an answer; whether it was taken. The same request may be asked for twice. */
export async function insist(act: () => Promise<unknown>): Promise<boolean> {
  for (const deadline = performance.now() + PATIENCE_MS; ;)
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof StarterError && error.ending === 'refused') return false;
      if (performance.now() > deadline) throw error;
      await sleep(AGAIN_AFTER_MS);
    }
}
