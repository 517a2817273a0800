import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { Pool } from 'pg';
import { CaseCopy } from '../../records/projection/list';
import type { NamesKey } from '../../records/projection/names';
import { markUnknown, nextRevision, readBefore, writeSummary } from '../../records/projection/summary';
import {
  changesReadTo,
  holdWatch,
  INDEX_LAGS_MS,
  noteChangesRead,
  releaseWatch,
} from '../../records/projection/watcher-lease';
import { repeatUntil } from '../../records/repeat-until';
import { workflowChain } from '../../cases/workflow-chain';
import { kinds } from '../../domain/kinds';
import { ACTING_ROLES, type Kind } from '../contract/fields';
import { calledRunning, changedSince, indexedCases, RUNNING, type IndexedCase } from './executions';
import { summaryOf } from './summary-of';

export interface WatcherParts {
  readonly client: Client;
  readonly pool: Pool;
  readonly key: NamesKey;
  readonly warn: (sentence: string) => void;
  readonly everythingEveryMs?: number;
  /** The time of waits, in milliseconds. */
  readonly monotonicMs?: () => number;
}

const EVERY_MS = 1_000;
const EVERYTHING_EVERY_MS = 60_000;
/** Cases asked at a time. */
const AT_A_TIME = 10;
/** Cases looked up by their ids at a time. */
const BY_ID_MAX = 500;
/** Cases without a sign of change that are read again in each turn, the longest unread first. */
const ANEW_A_TURN = 20;
/** Failed reads after which a case is left to the full turns. */
const TRIES = 5;
/** After this time without an answer lists call a case's state unknown: a busy worker answers earlier. */
const UNKNOWN_AFTER_MS = 120_000;

/** Keeps the copy of cases up to date: reads all once, then changes, and compares everything every minute. */
export class Watcher {
  private readonly holder = randomUUID();
  private everythingAt = -Infinity;
  /** The cases that gave no answer, by case. */
  private readonly unread = new Map<string, { found: IndexedCase; tries: number; sinceMs: number }>();
  /** The index's text of recently changed cases when they were read, by case. */
  private lately = new Map<string, string>();
  /** The cases to read again, by case. */
  private anew = new Map<string, IndexedCase>();

  constructor(private readonly parts: WatcherParts) {}

  async run(ended: Promise<unknown>): Promise<void> {
    const { pool, warn } = this.parts;
    const failed = (error: unknown) =>
      warn(`The copy of the cases was not brought up to date: ${String(error)}`);
    await repeatUntil(ended, EVERY_MS, () => this.turn().catch(failed));
    await releaseWatch(pool, this.holder).catch(() => undefined);
  }

  /** Takes one turn. @returns whether this watcher has the lease */
  async turn(): Promise<boolean> {
    const { pool, everythingEveryMs = EVERYTHING_EVERY_MS } = this.parts;
    if (!(await holdWatch(pool, this.holder))) return false;
    const [since, began] = [await changesReadTo(pool), new Date()];
    if (since) await this.readChanges(since);
    if (!since || performance.now() - this.everythingAt > everythingEveryMs)
      await this.everything(since !== undefined);
    await this.read([...this.anew.values()].slice(0, ANEW_A_TURN));
    if (this.again().length === 0) await noteChangesRead(pool, this.holder, began);
    return true;
  }

  /** Reads a case again, whoever has the lease: some of what a command changes stands in no index. It never fails. */
  async readNow(kind: Kind, reference: string): Promise<void> {
    const { client, warn } = this.parts;
    await workflowChain(client, kinds[kind], reference)
      .then((ids) => this.byIds(ids))
      .then((cases) => this.read(cases.filter(isOfInterest)))
      .catch((error: unknown) => warn(`The ${kind} ${reference} was not read at once: ${String(error)}`));
  }

  private async readChanges(since: Date): Promise<void> {
    const from = new Date(since.getTime() - INDEX_LAGS_MS);
    const listed = indexedCases(this.parts.client, changedSince(from));
    const found = latestOf(await collected(listed, isOfInterest));
    const changed = found.filter((one) => this.lately.get(keyOf(one)) !== one.indexed);
    // The index's latest word counts: a case may have changed since it gave no answer.
    await this.read([...this.again(), ...changed]);
    this.lately = new Map(found.map((one) => [keyOf(one), one.indexed]));
  }

  /**
   * Reads every case at first; later the running cases whose index text has changed, and cases that no longer
   * run. The other running cases are read again bit by bit.
   */
  private async everything(isKnown: boolean): Promise<void> {
    const { client, pool } = this.parts;
    const before = await readBefore(pool);
    const now = await collected(indexedCases(client, isKnown ? RUNNING : undefined), isOfInterest);
    if (isKnown) await this.compare(before, new Map(now.map((found) => [found.workflowId, found])));
    else await this.read(now);
    this.everythingAt = performance.now();
  }

  private async compare(
    before: Awaited<ReturnType<typeof readBefore>>,
    running: ReadonlyMap<string, IndexedCase>,
  ): Promise<void> {
    const changed = new Set(
      [...running.values()].filter(({ workflowId, indexed }) => before.get(workflowId)?.indexed !== indexed),
    );
    const gone = [...before]
      .filter(([id, { ended, indexed }]) => (!ended || calledRunning(indexed)) && !running.has(id))
      .map(([id]) => id);
    await this.read([...changed, ...(await this.byIds(gone.slice(0, BY_ID_MAX)))]);
    const others = [...before.keys()].flatMap((id) => running.get(id) ?? []);
    this.anew = new Map(others.filter((found) => !changed.has(found)).map((found) => [keyOf(found), found]));
  }

  private async byIds(ids: readonly string[]): Promise<IndexedCase[]> {
    if (ids.length === 0) return [];
    const list = ids.map((id) => `"${id.replace(/["\\]/g, '')}"`).join(', ');
    return collected(indexedCases(this.parts.client, `WorkflowId IN (${list})`), () => true);
  }

  private again(): IndexedCase[] {
    return [...this.unread.values()].filter(({ tries }) => tries < TRIES).map(({ found }) => found);
  }

  private async read(cases: readonly IndexedCase[]): Promise<void> {
    const left = latestOf(cases);
    const reader = async () => {
      for (let found = left.shift(); found; found = left.shift()) await this.readOne(found);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, reader));
  }

  private async readOne(found: IndexedCase): Promise<void> {
    const { client, pool, key, warn, monotonicMs = () => performance.now() } = this.parts;
    const id = keyOf(found);
    this.anew.delete(id);
    const revision = await nextRevision(pool);
    try {
      await writeSummary(pool, await summaryOf(client, found, key), revision);
      this.unread.delete(id);
    } catch (error) {
      const { tries: before = 0, sinceMs = monotonicMs() } = this.unread.get(id) ?? {};
      const tries = before + 1;
      this.unread.set(id, { found, tries, sinceMs });
      if (tries === TRIES) warn(`${found.workflowId} gives no answer: ${String(error)}`);
      const isUnknown = found.isWedged || monotonicMs() - sinceMs > UNKNOWN_AFTER_MS;
      const seen = isUnknown && (await new CaseCopy(pool, key).find(found.kind, found.reference));
      if (seen) await markUnknown(pool, seen, ACTING_ROLES);
    }
  }
}

/** Whether the copy holds a case: a batch shows its own payouts, unless one needs a person. */
const isOfInterest = ({ kind, batch, needsAttention }: IndexedCase): boolean =>
  kind !== 'payout' || batch === undefined || needsAttention;

/** Each case once, by its latest workflow if several carry it one after another. */
function latestOf(cases: readonly IndexedCase[]): IndexedCase[] {
  const inOrder = [...cases].sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  return [...new Map(inOrder.map((found) => [keyOf(found), found])).values()];
}

const keyOf = ({ kind, reference }: IndexedCase) => `${kind}:${reference}`;

async function collected(
  cases: AsyncIterable<IndexedCase>,
  wanted: (found: IndexedCase) => boolean,
): Promise<IndexedCase[]> {
  const all: IndexedCase[] = [];
  for await (const found of cases) if (wanted(found)) all.push(found);
  return all;
}
