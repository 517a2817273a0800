import type { Records } from '../../src/records/records';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { programOf } from '../programs/generator';
import { rules, type Finding } from '../programs/model';
import { withRecords } from '../programs/own-records';
import { provePlanted } from '../planted/search';
import { runConfirmed, runPrograms, type Confirmed, type Ground, type Outcome } from '../programs/run';
import { asTest, shrunk } from '../programs/shrinking';
import { log, type Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

/** Programs one after the other on one server, and servers side by side. */
const IN_A_ROW = 6;
const SERVERS = 3;
const SEEDS = { whole: 2_000, quick: 150 };

const seedsOf = ({ seed, seeds, from = 1, quick }: RunOptions): number[] =>
  seed === undefined
    ? Array.from({ length: seeds ?? (quick ? SEEDS.quick : SEEDS.whole) }, (_, place) => from + place)
    : [seed];

const prove = (options: RunOptions): Promise<Row> =>
  options.planted ? provePlanted(options) : withRecords((records) => runAll(options, records));

async function runAll(options: RunOptions, records: Records): Promise<Row> {
  const started = performance.now();
  const ground = { bundle: await bundleWorkflows(), records };
  const waiting = inGroups(seedsOf(options).map(programOf), IN_A_ROW);
  const outcomes: Confirmed[] = [];
  const runNext = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const ended = await runConfirmed(ground, group);
      outcomes.push(...ended);
      ended.flatMap(complaints).forEach(log);
      if (options.seed !== undefined) await printShrunk(ground, ended);
      log(`  ${outcomes.length} programs have ended`);
    }
  };
  await Promise.all(Array.from({ length: SERVERS }, runNext));
  const failed = outcomes.filter(({ findings }) => findings.length > 0).length;
  const steps = outcomes.reduce((sum, { program }) => sum + program.steps.length, 0);
  const unrepeated = outcomes.filter((outcome) => outcome.unrepeated.length > 0).length;
  const seconds = Math.round((performance.now() - started) / 1000);
  const fields = { programs: outcomes.length, steps, failed, unrepeated, seconds };
  return { fields, holds: failed === 0 };
}

/** The shortest program found that fails in the same way, as a test. */
async function printShrunk(ground: Ground, ended: readonly Outcome[]): Promise<void> {
  for (const failed of ended.filter(({ findings }) => findings.length > 0)) {
    const shortest = await shrunk((candidates) => runPrograms(ground, candidates), failed);
    const [{ rule }] = failed.findings as [Finding];
    log(asTest(shortest, rules[rule]));
  }
}

const complaints = ({ program: { seed }, findings, unrepeated }: Confirmed): string[] => [
  ...findings.map(({ rule, about, what }) => `  seed ${seed}: ${rule}: ${about} ${what}`),
  ...unrepeated.map(({ rule, about, what }) => `  seed ${seed}, not again: ${rule}: ${about} ${what}`),
];

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );

export const programs: SelfContainedRun = {
  proves:
    'Whatever people, bank, time and machines do in any order: money is right, and every case has an end.',
  prove,
};
