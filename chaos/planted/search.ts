import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../programs/model';
import { log, type Row } from '../report';
import type { RunOptions } from '../runs/run';
import { inCopy } from './copy';
import type { Defect } from './defect';
import { defects } from './defects';
import type { Hint } from './hint';

/** So many programs are tried for one defect at most, and so long. */
const PROGRAMS_MAX = 300;
const LONGEST_MS = 15 * 60_000;
/** So many of all may stay unfound. */
const MISSED_MAX = 2;

/** What came of one program. */
interface Ended {
  readonly seed: number;
  readonly findings: readonly Finding[];
}

/** How a defect was found. */
interface Found {
  readonly seed: number;
  readonly programs: number;
  readonly finding: Finding;
}

/** Plants one defect after the other, and looks for each with random programs. */
export async function provePlanted({ quick, seeds, defect: only }: RunOptions): Promise<Row> {
  const chosen = defects.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`there is no planted defect named ${only}`);
  const found = new Map<Defect, Found>();
  await inCopy(undefined, async (sound) => {
    for (const defect of chosen) {
      const known = defect.seed === undefined ? [] : [defect.seed];
      const further = quick ? [] : Array.from({ length: seeds ?? PROGRAMS_MAX }, (_, place) => place + 1);
      const first = await inCopy(defect, (folder) =>
        firstFound({ folder, sound, seeds: [...new Set([...known, ...further])], hint: defect.hint }),
      );
      if (first) found.set(defect, first);
      log(`  ${defect.name}: ${first ? inWords(first, defect) : 'not found'} (${defect.what})`);
    }
  });
  const unaided = [...found.keys()].filter(({ hint }) => hint === undefined).length;
  const programsToFind = Object.fromEntries([...found].map(([{ name }, { programs }]) => [name, programs]));
  return {
    fields: { planted: chosen.length, found: found.size, unaided, programsToFind },
    holds: found.size >= chosen.length - MISSED_MAX,
  };
}

const inWords = ({ seed, programs, finding: { rule, about, what } }: Found, { hint }: Defect) =>
  `found by seed ${seed}, program ${programs}${hint ? ', with its hint' : ''}: ${rule}: ${about} ${what}`;

/** The first program that breaks a rule with the defect, and none without it. */
async function firstFound({
  folder,
  sound,
  seeds,
  hint,
}: {
  readonly folder: string;
  readonly sound: string;
  readonly seeds: readonly number[];
  readonly hint: Hint | undefined;
}): Promise<Found | undefined> {
  let programs = 0;
  for await (const { seed, findings } of run(folder, seeds, hint)) {
    programs++;
    const [finding] = findings;
    if (!finding) continue;
    if (await holdsWithout(sound, seed, hint)) return { seed, programs, finding };
  }
  return undefined;
}

const known = new Map<string, boolean>();

/** Whether the program of a seed breaks no rule where nothing is planted; each is run once. */
async function holdsWithout(sound: string, seed: number, hint: Hint | undefined): Promise<boolean> {
  const key = JSON.stringify([seed, hint]);
  if (!known.has(key))
    for await (const { findings } of run(sound, [seed], hint)) known.set(key, findings.length === 0);
  return known.get(key) ?? false;
}

/** Runs programs in a process of its own, which ends when nobody waits for more. */
async function* run(folder: string, seeds: readonly number[], hint: Hint | undefined): AsyncGenerator<Ended> {
  const tsx = createRequire(join(folder, 'package.json')).resolve('tsx');
  const entry = join(folder, 'chaos', 'planted', 'child.ts');
  const args = ['--import', pathToFileURL(tsx).href, entry, JSON.stringify({ seeds, hint })];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const ended = once(child, 'exit');
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
  };
  const late = setTimeout(end, LONGEST_MS);
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('{')) yield JSON.parse(line) as Ended;
  } finally {
    clearTimeout(late);
    end();
    await ended;
  }
}
