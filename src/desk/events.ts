import type { Pool } from 'pg';
import { watchState } from '../records/projection/watcher-lease';
import { repeatUntil } from '../records/repeat-until';
import type { Freshness } from './contract/fields';

/** The copy is stale if it was last complete longer ago than this. */
const STALE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;

/** Tells open pages when the copy of the cases has changed, with one look at the database for all pages. */
export class Events {
  private readonly listeners = new Set<(tick: Freshness) => void>();
  private last: Freshness | undefined;

  constructor(private readonly pool: Pool) {}

  async freshness(): Promise<Freshness> {
    const { completeAt, revision } = await watchState(this.pool);
    const stale = !completeAt || Date.now() - completeAt.getTime() > STALE_MS;
    return { ...(completeAt && { readAt: completeAt.toISOString() }), stale, revision };
  }

  /** Calls back with each change. @returns a function that stops it */
  listen(listener: (tick: Freshness) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get listening(): number {
    return this.listeners.size;
  }

  /** Looks for changes until the desk has ended. */
  run = (ended: Promise<unknown>): Promise<void> =>
    repeatUntil(ended, LOOK_EVERY_MS, async () => {
      if (this.listeners.size > 0) await this.look().catch(() => undefined);
    });

  private async look(): Promise<void> {
    const now = await this.freshness();
    const hasChanged = now.revision !== this.last?.revision || now.stale !== this.last.stale;
    this.last = now;
    if (hasChanged) for (const listener of this.listeners) listener(now);
  }
}
