import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { log, machine, type Report, type Row } from '../../bench/report';
import { ConfigError } from '../../src/config/read-config';
import { Interrupted } from '../../stack/interrupted';
import { titleOf, type Engine } from './engine';
import { linesOf } from './lines';
import { ours } from './ours';
import { RESULTS } from './page';
import { rivals, versions, whyNoRivals } from './rival';
import { summary } from './summary';
import { tryOut } from './trial';
import { works, type Extent, type RivalWork } from './works';

const ENGINES: readonly Engine[] = [ours, ...rivals];
const REPEATS = { full: 3, quick: 1, tiny: 1 } satisfies Record<Extent, number>;

/** The project beside other engines, or those alone that have a word in their name. @throws ConfigError */
export async function measureRivals(
  extent: Extent,
  {
    only = '',
    repeats = REPEATS[extent],
  }: { readonly only?: string | undefined; readonly repeats?: number | undefined },
): Promise<Report> {
  const reason = whyNoRivals();
  const wanted = ENGINES.filter(({ name }) => name.toLowerCase().includes(only.toLowerCase()));
  if (wanted.length === 0)
    throw new ConfigError([
      `There is no engine "${only}", only ${[...new Set(ENGINES.map(({ name }) => name))].join(', ')}`,
    ]);
  const engines = wanted.filter((engine) => engine === ours || reason === undefined);
  const notRun = wanted.filter((engine) => !engines.includes(engine));
  const rows: Row[] = [];
  const failures: Row[] = [];
  const setting = {
    ...{ extent, repeats },
    notRun: notRun.map((engine) => `${titleOf(engine)} (${reason})`).join('; ') || 'none',
  };
  const lines = await Promise.all(
    engines.map(async (engine) => ({
      ...{ engine: titleOf(engine), linesOfCode: await linesOf(engine), durability: engine.durability },
    })),
  );
  const at = new Date().toISOString();
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const batch of batches(rotated(engines, repeat), extent))
      for (const result of await runBatch(batch, `rivals-${repeat}`))
        if ('failed' in result) failures.push(result);
        else rows.push({ ...result, repeat });
    if (extent !== 'tiny')
      await keep(at, { setting: { ...setting, repeats: repeat + 1 }, lines, rows, failures });
  }
  const tables = {
    ...summary(rows),
    Engines: lines,
    ...(failures.length > 0 && { Failures: failures }),
  };
  return { setting, tables, bars: [], figures: { rows } };
}

/** The same engines, beginning with another one in each repeat. */
const rotated = (engines: readonly Engine[], repeat: number): Engine[] => {
  const first = Math.round((repeat * engines.length) / REPEATS.full) % engines.length;
  return [...engines.slice(first), ...engines.slice(0, first)];
};

type Pair = readonly [Engine, RivalWork];

/** What runs at the same time: one thing, but for the work in which an engine mostly waits. */
function batches(engines: readonly Engine[], extent: Extent): Pair[][] {
  const all = works(extent);
  const waiting = all.filter(({ isSideBySide }) => isSideBySide);
  const busy = all.filter(({ isSideBySide }) => !isSideBySide);
  return engines.flatMap((engine): Pair[][] => [
    waiting.map((work): Pair => [engine, work]),
    ...busy.map((work): Pair[] => [[engine, work]]),
  ]);
}

/** One that cannot be measured says why, and does not end the others. */
const runBatch = (batch: readonly Pair[], seed: string): Promise<Row[]> =>
  Promise.all(
    batch.map(async ([engine, work]) => {
      try {
        return await tryOut(engine, work, seed);
      } catch (error) {
        if (error instanceof Interrupted) throw error;
        log(`${titleOf(engine)}, ${work.name}: ${error instanceof Error ? error.stack : String(error)}`);
        return { work: work.name, engine: titleOf(engine), failed: String(error) };
      }
    }),
  );

/** Keeps the raw results beside those of other runs: after each repeat, since the next may not end. */
async function keep(at: string, result: object): Promise<void> {
  const file = join(RESULTS, `${at.slice(0, 16).replaceAll(/[:T]/g, '-')}.json`);
  const whole = { at, machine: machine(), versions: await versions(), ...result };
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`);
  log(`Raw results: rivals/results/${file.split('/').at(-1)}`);
}
