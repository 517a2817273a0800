import { bundleWorkflows } from '../../src/temporal/bundle';
import { provePlanted } from '../planted/search';
import { runApart, type Ended } from '../programs/apart';
import { surviveClosedChannels } from '../programs/closed-channels';
import { programOf } from '../programs/generator';
import { rules, type Finding } from '../programs/finding';
import { withRecords } from '../programs/own-records';
import { runConfirmed, runPrograms } from '../programs/run';
import { asTest, shrunk } from '../programs/shrinking';
import { log, type Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

/** One for each core. */
const PROCESSES = 2;
const SEEDS = { whole: 2_000, quick: 150 };
const TOLD_EVERY = 25;
/** Of so many programs the test server may lose a task: they say nothing. */
const UNJUDGED_SHARE = 0.03;

const prove = ({ planted, ...options }: RunOptions): Promise<Row> =>
  planted ? provePlanted(options) : options.seed === undefined ? runAll(options) : runOne(options.seed);

async function runAll({ seeds, from = 1, quick }: RunOptions): Promise<Row> {
  const started = performance.now();
  const count = seeds ?? (quick ? SEEDS.quick : SEEDS.whole);
  const all = Array.from({ length: count }, (_, place) => from + place);
  const ended: Ended[] = [];
  const runShare = async (first: number): Promise<void> => {
    const share = all.filter((_, place) => place % PROCESSES === first);
    if (share.length === 0) return;
    for await (const one of runApart({ seeds: share })) {
      complaints(one).forEach(log);
      if (ended.push(one) % TOLD_EVERY === 0)
        log(`  ${ended.length} programs have ended (${secondsSince(started)} s)`);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, (_, first) => runShare(first)));
  return rowOf(ended, started);
}

/** One program by itself; where it fails, also the shortest one found that fails in the same way, as a test. */
const runOne = (seed: number): Promise<Row> =>
  withRecords(async (records) => {
    surviveClosedChannels();
    const started = performance.now();
    const ground = { bundle: await bundleWorkflows(), records };
    const outcomes = await runConfirmed(ground, [programOf(seed)]);
    const ended = outcomes.map((one) => ({ ...one, seed, steps: one.program.steps.length }));
    ended.flatMap(complaints).forEach(log);
    for (const failed of ended.filter(isFailed)) {
      const { program, isCut } = await shrunk((candidates) => runPrograms(ground, candidates), failed);
      const [{ rule }] = failed.findings as [Finding];
      if (isCut) log('  There was no time to look for a still shorter program.');
      log(asTest(program, rules[rule]));
    }
    return rowOf(ended, started);
  });

const isFailed = ({ findings }: Ended) => findings.length > 0;

function rowOf(ended: readonly Ended[], started: number): Row {
  const failed = ended.filter(isFailed).length;
  const steps = ended.reduce((sum, one) => sum + one.steps, 0);
  const unrepeated = ended.filter((one) => one.unrepeated.length > 0).length;
  const unjudged = ended.filter(({ isUnjudged }) => isUnjudged).length;
  const programs = ended.length;
  return {
    fields: { programs, steps, failed, unrepeated, unjudged, seconds: secondsSince(started) },
    holds: failed === 0 && unjudged <= UNJUDGED_SHARE * programs,
  };
}

const secondsSince = (started: number) => Math.round((performance.now() - started) / 1000);

const complaints = ({ seed, findings, isUnjudged, unrepeated }: Ended): string[] => [
  ...(isUnjudged ? [`  seed ${seed}: not judged: the test server lost a task, or its time ran away`] : []),
  ...findings.map(({ rule, about, what }) => `  seed ${seed}: ${rule}: ${about} ${what}`),
  ...unrepeated.map(({ rule, about, what }) => `  seed ${seed}, not again: ${rule}: ${about} ${what}`),
];

export const programs: SelfContainedRun = {
  proves:
    'Whatever people, bank, time and machines do in any order: money is right, and every case has an end.',
  prove,
};
