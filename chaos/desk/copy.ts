import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { OpenDesk } from '../../bench/desk/open-desk';
import { watchState } from '../../src/records/projection/watcher-lease';
import { Program } from '../../test/support/program';
import { log } from '../report';

/** By then the watcher has read everything once more, also what it had given up on. */
const SETTLES_MS = 70_000;

/** Whether the copy of the cases, emptied by the command line and made anew by the watcher, equals the one before. */
export async function isRebuiltEqual(
  desk: OpenDesk,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  await untilComplete(desk, Date.now() + SETTLES_MS);
  const before = await rowsOf(desk);
  await rebuild(env);
  await untilComplete(desk, 0);
  const after = await rowsOf(desk);
  const different = [...before].filter(([id, row]) => !isDeepStrictEqual(row, after.get(id)));
  for (const [id, row] of different)
    log(`  ${id} was ${JSON.stringify(row)}, is ${JSON.stringify(after.get(id))}`);
  log(`  ${before.size} cases before, ${after.size} after.`);
  return before.size > 0 && before.size === after.size && different.length === 0;
}

/** Empties the copy by the command line. */
export async function rebuild(env: Readonly<Record<string, string>>): Promise<void> {
  const { code, err } = await new Program('src/starter.ts', ['records', 'rebuild'], env).ended;
  if (code !== 0) throw new Error(`records rebuild: ${err}`);
}

/** Waits until the copy was complete after an instant. */
export async function untilComplete({ pool }: Pick<OpenDesk, 'pool'>, afterMs: number): Promise<void> {
  for (;;) {
    const { completeAt } = await watchState(pool);
    if (completeAt && completeAt.getTime() > afterMs) return;
    await sleep(500);
  }
}

interface Row {
  readonly workflow_id: string;
  readonly sealed: string | null;
  readonly words: readonly string[];
}

/** All columns but ages, by workflow; what is sealed is opened, since each sealing looks different. */
async function rowsOf({ pool, names }: OpenDesk): Promise<ReadonlyMap<string, object>> {
  const { rows } = await pool.query<Row & { read_at: Date; revision: string }>('SELECT * FROM case_summary');
  return new Map(
    rows.map(({ read_at: _readAt, revision: _revision, sealed, words, ...row }) => [
      row.workflow_id,
      { ...row, names: sealed && names.open(row.workflow_id, sealed), words: words.toSorted() },
    ]),
  );
}
