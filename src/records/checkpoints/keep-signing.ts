import { repeatUntil } from '../repeat';

const EVERY_MS = 60_000;

/** What keeps the signer at work. */
interface Signing {
  /** Signs what is new; answers with the number of checkpoints made. */
  readonly sign: () => Promise<number>;
  /** Told of each failure; the next minute tries again. */
  readonly failed: (error: unknown) => void;
  readonly everyMs?: number;
}

/** Signs at once, every minute, and once more when it is asked to end. */
export async function keepSigning(
  { sign, failed, everyMs = EVERY_MS }: Signing,
  ended: Promise<unknown>,
): Promise<void> {
  const signOnce = () => sign().catch(failed);
  await repeatUntil(ended, everyMs, signOnce);
  await signOnce();
}
