import { bundleWorkflows } from '../../src/temporal/bundle';
import { runApart } from '../programs/apart';
import { programOf } from '../programs/generator';
import type { Finding } from '../programs/finding';
import { withRecords } from '../programs/own-records';
import { runConfirmed, type Ground } from '../programs/run';
import { log, type Row } from '../report';
import type { RunOptions } from '../runs/run';
import { inCopy } from './copy';
import type { Defect } from './defect';
import { defects } from './defects';
import { near } from './hint';

/** So many programs are tried for one defect at most, and so long. */
const PROGRAMS_MAX = 300;
const LONGEST_MS = 15 * 60_000;
/** So many of all may stay unfound. */
const MISSED_MAX = 2;
/** Defects looked for side by side, one for each core. */
const SIDE_BY_SIDE = 2;

/** How a defect was found. */
interface Found {
  readonly seed: number;
  readonly finding: Finding;
}

/** Plants defects, each alone, and looks for each with random programs: first with the one that is known to find it. */
export async function provePlanted({ quick, seeds, from = 1, defect: only }: RunOptions): Promise<Row> {
  const chosen = defects.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`there is no planted defect named ${only}`);
  const further = Array.from({ length: quick ? 0 : (seeds ?? PROGRAMS_MAX) }, (_, place) => from + place);
  const found = new Map<Defect, Found>();
  await withRecords(async (records) => {
    const sound = new Sound({ bundle: await bundleWorkflows(), records });
    const waiting = [...chosen];
    const searchNext = async (): Promise<void> => {
      for (let defect = waiting.shift(); defect; defect = waiting.shift()) {
        const first = await firstFound(defect, sound, further);
        if (first) found.set(defect, first);
        log(`  ${defect.name}: ${first ? inWords(first, defect) : 'not found'} (${defect.what})`);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, searchNext));
  });
  const unaided = [...found.keys()].filter(({ hint }) => hint === undefined).length;
  const programsToFind = Object.fromEntries([...found].map(([{ name }, { seed }]) => [name, seed]));
  return {
    fields: { planted: chosen.length, found: found.size, unaided, programsToFind },
    holds: found.size >= chosen.length - MISSED_MAX,
  };
}

const inWords = ({ seed, finding: { rule, about, what } }: Found, { hint }: Defect) =>
  `found by seed ${seed}${hint ? ', with its hint' : ''}: ${rule}: ${about} ${what}`;

/** The first program that breaks a rule with the defect, and none without it. */
async function firstFound(
  defect: Defect,
  sound: Sound,
  further: readonly number[],
): Promise<Found | undefined> {
  const seeds = [...new Set([...(defect.seed === undefined ? [] : [defect.seed]), ...further])];
  if (seeds.length === 0) return undefined;
  return inCopy(defect, async (folder) => {
    for await (const { seed, findings } of runApart(
      { seeds, hint: defect.hint },
      { folder, longestMs: LONGEST_MS },
    )) {
      const [finding] = findings;
      if (finding && (await sound.holds(seed, defect))) return { seed, finding };
    }
    return undefined;
  });
}

/** The sources with nothing planted. */
class Sound {
  private readonly known = new Map<string, Promise<boolean>>();

  constructor(private readonly ground: Ground) {}

  /** Whether the program of a seed breaks no rule here; each is run once. */
  holds(seed: number, { hint }: Defect): Promise<boolean> {
    const key = JSON.stringify([seed, hint]);
    const holds =
      this.known.get(key) ??
      runConfirmed(this.ground, [near(programOf(seed), hint)]).then((ended) =>
        ended.every(({ findings, isUnjudged }) => findings.length === 0 && !isUnjudged),
      );
    this.known.set(key, holds);
    return holds;
  }
}
