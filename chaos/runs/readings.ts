import type { ChosenReadings } from '../../sandbox/readings/readings';
import { bundleWorkflows } from '../../src/temporal/bundle';
import { alonePlans, combinedPlan, controlPlan } from '../readings/plans';
import { unusualReadings, type Reading } from '../readings/classes';
import { runTrials, type TrialResult } from '../readings/run-trials';
import { SkippedTime } from '../readings/skipped-time';
import { recordMet } from '../readings/record';
import { complaints, meetings, totalsOf, unmet, wrongClasses } from '../readings/totals';
import type { Plan } from '../readings/trial';
import { log, type Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

/** Trials side by side, few enough that none waits long for an answer, and servers side by side: one leaves a core idle. */
const AT_ONCE = { withLoan: 20, without: 48 } as const;
const SERVERS = 2;
const SEEDS = 2_000;
const QUICK_SEEDS = 6;
/** Every so many readings alone, in a quick run. */
const QUICK_READINGS = 16;

/** Runs plans in groups, each with a server of its own, whose time ends with it; results in the order of the plans. */
async function runAll(plans: readonly Plan[]): Promise<TrialResult[]> {
  const bundle = await bundleWorkflows();
  const results = new Map<Plan, TrialResult>();
  const waiting = groupsOf(plans);
  const runNext = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) {
      const skipped = await SkippedTime.start(bundle);
      const ended = await runTrials(skipped, group).finally(() => skipped.stop());
      for (const result of ended) results.set(result.plan, result);
      log(`  ${results.size} of ${plans.length} trials have ended`);
      ended.flatMap(complaints).forEach(log);
    }
  };
  await Promise.all(Array.from({ length: SERVERS }, runNext));
  return plans.map((plan) => results.get(plan)!);
}

/** A loan takes weeks, which the other trials of its group would have to sit through. */
function groupsOf(plans: readonly Plan[]): Plan[][] {
  const withLoan = plans.filter((plan) => plan.withLoan);
  const without = plans.filter((plan) => !plan.withLoan);
  return [...inGroups(withLoan, AT_ONCE.withLoan), ...inGroups(without, AT_ONCE.without)];
}

const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, place) =>
    all.slice(place * size, (place + 1) * size),
  );

function seedsOf({ quick, seed, seeds, reading = {} }: RunOptions): number[] {
  if (seed !== undefined) return [seed];
  if (isChosen(reading)) return [];
  return Array.from({ length: seeds ?? (quick ? QUICK_SEEDS : SEEDS) }, (_, place) => place + 1);
}

function readingsAlone({ quick, seed, reading = {} }: RunOptions): readonly Reading[] {
  if (isChosen(reading)) return Object.entries(reading) as unknown as Reading[];
  if (seed !== undefined) return [];
  return unusualReadings().filter((_, place) => !quick || place % QUICK_READINGS === 0);
}

const isChosen = (reading: ChosenReadings): boolean => Object.keys(reading).length > 0;

async function prove(options: RunOptions): Promise<Row> {
  const alone = alonePlans(readingsAlone(options));
  const results = await runAll([controlPlan, ...alone, ...seedsOf(options).map(combinedPlan)]);
  const found = {
    control: results[0]!,
    alone: results.slice(1, 1 + alone.length),
    combined: results.slice(1 + alone.length),
  };
  if (options.record) recordMet(meetings(found));
  [...wrongClasses(found), ...unmet(found)].forEach(log);
  return totalsOf(found);
}

export const readings: SelfContainedRun = {
  proves:
    'Whatever the bank means by its interface: nothing is done twice, misstated, or left without a way on.',
  prove,
};
