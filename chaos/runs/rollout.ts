import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builds } from '../rollout/builds';
import { failedTasksOf, type FailedTasks } from '../rollout/failed-tasks';
import { Load } from '../rollout/load';
import { log, rounded, type Row } from '../report';
import type { TestEnvironment } from '../test-environment';
import { sizeOf, type Attack, type RunOptions, type Sizes } from './run';

interface Size {
  /** How many loans and how many payouts begin on each build that will wait for a person. */
  readonly each: number;
  /** Payouts under way at any time that wait for no person, and how many of them end between two steps. */
  readonly atOnce: number;
  readonly between: number;
}
const quick: Size = { each: 1, atOnce: 1, between: 3 };
const full: Size = { each: 6, atOnce: 6, between: 60 };
const sizes: Sizes<Size> = { quick, full, large: full };

const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 6 * 60_000;
const MINUTE_MS = 60_000;

async function attack(environment: TestEnvironment, options: RunOptions): Promise<Row> {
  const { each, atOnce, between } = sizeOf(options, sizes);
  environment.sandbox.state.faults.plant({ kind: 'duplicate-check-off', probability: 1 });
  const builds = new Builds(environment);
  const load = new Load(environment);
  await adopt(environment, builds, () => load.begin('unversioned', each));
  const streaming = load.stream(atOnce);
  await load.begin('before', each);
  await load.passed(between);

  await builds.start('next');
  for (const percentage of [0, 50]) {
    await builds.ramp('next', percentage);
    await load.note(`at ${percentage} percent`);
    await load.passed(between);
  }
  await builds.makeCurrent('next');
  await load.begin('next', each);
  await load.note('at all');
  await load.passed(between);

  await builds.start('bad');
  await builds.ramp('bad', 50);
  await load.begin('half-bad', each);
  await load.passed(between);
  await builds.makeCurrent('bad');
  await load.begin('bad', each);
  await load.note('while tasks fail');
  const alertMs = await untilWedged(builds);
  log('  the gauge of the alert shows it');
  await builds.makeCurrent('next');
  const backMs = Date.now();
  const healedMs = await untilHealed(environment);

  await load.note('after the rollback');
  // The other builds end with payouts that began on them.
  await Promise.all([builds.end('before'), builds.end('bad')]);
  const moved = (await builds.move('before', 'next')) + (await builds.move('bad', 'next'));
  const missingNotes = await load.missingNotes();
  log(`  ${missingNotes} notes are missing; all cases are brought to their end`);
  const ended = await load.finish();
  const ends = { ...ended, lost: ended.lost + missingNotes };
  await streaming;
  const tasks = await failedTasks(environment, load.workflowIds);
  const { failed: failedTasks_, healed } = tasks.all;
  const minutes = {
    minutesToAlert: rounded((alertMs - tasks.all.sinceMs) / MINUTE_MS + MINUTES_UNTIL_PAGED),
    minutesToHeal: rounded((healedMs - backMs) / MINUTE_MS),
  };
  return {
    fields: {
      ...{ failedTasks: failedTasks_, healed, ...ends, ...minutes },
      ...{ failedPayoutTasks: tasks.payouts.failed, cases: load.workflowIds.length, moved },
    },
    holds:
      failedTasks_ > 0 &&
      healed === failedTasks_ &&
      tasks.payouts.failed === 0 &&
      moved > 0 &&
      ends.lost + ends.duplicates === 0 &&
      Number.isFinite(minutes.minutesToAlert + minutes.minutesToHeal),
  };
}

/** The first build takes over from a worker without one, amid open cases. */
async function adopt(
  { workers }: TestEnvironment,
  builds: Builds,
  begin: () => Promise<void>,
): Promise<void> {
  const [without] = workers.all;
  await begin();
  await builds.start('before');
  await builds.makeCurrent('before');
  if (without) await workers.dismiss(without);
}

/** When the gauge is above 0 that the alert looks at. */
async function untilWedged(builds: Builds): Promise<number> {
  return untilMs(async () => (await builds.wedged('next')) > 0);
}

/** When Temporal reports no problem of any case. */
const untilHealed = ({ client }: TestEnvironment): Promise<number> =>
  untilMs(async () => {
    const { count } = await client.workflow.count('TemporalReportedProblems IS NOT NULL');
    return count === 0;
  });

async function untilMs(isReached: () => Promise<boolean>): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isReached())) {
    if (Date.now() > deadline) return Infinity;
    await sleep(LOOK_EVERY_MS);
  }
  return Date.now();
}

/** For so long the gauge must be above 0 before the alert calls an engineer. */
const MINUTES_UNTIL_PAGED = Number(
  /alert: WorkflowsWedged[^]*?for: (\d+)m/.exec(
    readFileSync(join(__dirname, '../../deploy/observability/alerts.yml'), 'utf8'),
  )?.[1],
);

async function failedTasks({ client }: TestEnvironment, workflowIds: readonly string[]) {
  const all = { failed: 0, healed: 0, sinceMs: Infinity };
  const payouts = { ...all };
  const add = (
    sum: { -readonly [K in keyof FailedTasks]: number },
    { failed, healed, sinceMs }: FailedTasks,
  ) => {
    sum.failed += failed;
    sum.healed += healed;
    sum.sinceMs = Math.min(sum.sinceMs, sinceMs);
  };
  for (const workflowId of workflowIds) {
    const counted = await failedTasksOf(client, workflowId);
    add(all, counted);
    if (workflowId.startsWith('payout:')) add(payouts, counted);
  }
  return { all, payouts };
}

export const rollout: Attack = {
  proves:
    'Builds change under load, one of them does not fit open cases: every failed task heals by going back, nothing is lost or done twice.',
  attack,
};
