import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import type { NamesKey } from '../../records/projection/names';
import { nextRevision, readBefore, writeSummary } from '../../records/projection/summary';
import { changesReadTo, holdWatch, noteChangesRead, releaseWatch } from '../../records/projection/watch';
import { changedSince, indexedCases, RUNNING, type IndexedCase } from './executions';
import { summaryOf } from './summary-of';

/** What a watcher works with. */
export interface WatcherParts {
  readonly client: Client;
  readonly pool: Pool;
  readonly key: NamesKey;
  /** For the operator. */
  readonly warn: (sentence: string) => void;
  readonly everyMs?: number;
  readonly everythingEveryMs?: number;
}

const EVERY_MS = 2_000;
const EVERYTHING_EVERY_MS = 60_000;
/** Temporal's index lags: changes are looked for from a little earlier on. */
const OVERLAP_MS = 5_000;
/** Cases asked at a time. */
const AT_A_TIME = 10;
/** Cases without a sign of change that are asked anew in each full turn, the longest unread first. */
const ANEW_MAX = 500;
/** A case that gave no answer so often is left to the full turns. */
const TRIES = 5;

/** Keeps the copy of the cases up to date: all of them once, then what has changed, and everything once a minute. */
export class Watcher {
  private readonly holder = randomUUID();
  private everythingAt = -Infinity;
  private readonly unread = new Map<string, { found: IndexedCase; tries: number }>();

  constructor(private readonly parts: WatcherParts) {}

  /** Watches until it is told to stop. */
  async run(stop: AbortSignal): Promise<void> {
    const { pool, warn, everyMs = EVERY_MS } = this.parts;
    while (!stop.aborted) {
      await this.turn().catch((error: unknown) => {
        warn(`The copy of the cases was not brought up to date: ${String(error)}`);
      });
      await sleep(everyMs, undefined, { signal: stop }).catch(() => undefined);
    }
    await releaseWatch(pool, this.holder).catch(() => undefined);
  }

  /** One turn; whether this watcher has the lease. */
  async turn(): Promise<boolean> {
    const { pool, everythingEveryMs = EVERYTHING_EVERY_MS } = this.parts;
    if (!(await holdWatch(pool, this.holder))) return false;
    const [since, began] = [await changesReadTo(pool), new Date()];
    const isFull = !since || performance.now() - this.everythingAt > everythingEveryMs;
    const found = isFull ? await this.everything(since !== undefined) : await this.changes(since);
    await this.read([...found, ...this.again()]);
    if (isFull) this.everythingAt = performance.now();
    if (![...this.unread.values()].some(({ tries }) => tries < TRIES)) await noteChangesRead(pool, began);
    return true;
  }

  private changes(since: Date): Promise<IndexedCase[]> {
    return collected(
      indexedCases(this.parts.client, changedSince(new Date(since.getTime() - OVERLAP_MS))),
      (found) => this.isOfInterest(found),
    );
  }

  /** At first every case; later those that run and look otherwise than they were read, those that have gone, and some anew. */
  private async everything(isKnown: boolean): Promise<IndexedCase[]> {
    const { client, pool } = this.parts;
    const before = await readBefore(pool);
    const now = await collected(indexedCases(client, isKnown ? RUNNING : undefined), (found) =>
      this.isOfInterest(found),
    );
    if (!isKnown) return now;
    const running = new Map(now.map((found) => [found.workflowId, found]));
    const changed = now.filter(({ workflowId, indexed }) => before.get(workflowId)?.indexed !== indexed);
    const anew = [...before]
      .filter(([, { ended }]) => !ended)
      .flatMap(([workflowId]) => running.get(workflowId) ?? [])
      .slice(0, ANEW_MAX);
    const gone = [...before].filter(([id, { ended }]) => !ended && !running.has(id)).map(([id]) => id);
    const ended = await this.byIds(gone.slice(0, ANEW_MAX));
    return [...new Set([...changed, ...ended, ...anew])];
  }

  private async byIds(ids: readonly string[]): Promise<IndexedCase[]> {
    if (ids.length === 0) return [];
    const list = ids.map((id) => `"${id.replace(/["\\]/g, '')}"`).join(', ');
    return collected(indexedCases(this.parts.client, `WorkflowId IN (${list})`), () => true);
  }

  /** The payouts of a batch are shown with it, unless one needs a person. */
  private isOfInterest({ kind, batch, needsAttention }: IndexedCase): boolean {
    return kind !== 'payout' || batch === undefined || needsAttention;
  }

  private again(): IndexedCase[] {
    return [...this.unread.values()].filter(({ tries }) => tries < TRIES).map(({ found }) => found);
  }

  /** A case that one workflow carries after the other is read once, by the workflow that began last. */
  private async read(cases: readonly IndexedCase[]): Promise<void> {
    const inOrder = [...cases].sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
    const left = [...new Map(inOrder.map((found) => [`${found.kind}:${found.reference}`, found])).values()];
    const reader = async () => {
      for (let found = left.shift(); found; found = left.shift()) await this.readOne(found);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, reader));
  }

  private async readOne(found: IndexedCase): Promise<void> {
    const { client, pool, key } = this.parts;
    const revision = await nextRevision(pool);
    try {
      const summary = await summaryOf(client, found, key);
      await writeSummary(pool, summary, revision);
      this.unread.delete(found.workflowId);
    } catch (error) {
      const tries = (this.unread.get(found.workflowId)?.tries ?? 0) + 1;
      this.unread.set(found.workflowId, { found, tries });
      if (tries === TRIES) this.parts.warn(`${found.workflowId} gives no answer: ${String(error)}`);
    }
  }
}

async function collected(
  cases: AsyncIterable<IndexedCase>,
  wanted: (found: IndexedCase) => boolean,
): Promise<IndexedCase[]> {
  const all: IndexedCase[] = [];
  for await (const found of cases) if (wanted(found)) all.push(found);
  return all;
}
