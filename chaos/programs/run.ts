import type { WorkflowBundleOption } from '@temporalio/worker';
import type { Records } from '../../src/records/records';
import { SkippedTime } from '../readings/skipped-time';
import { findingsIn, type Finding } from './model';
import type { Program, Step } from './program';
import { SharedTime } from './shared-time';
import { World } from './world';

/** What came of one program. */
export interface Outcome {
  readonly program: Program;
  readonly findings: readonly Finding[];
  /** Its steps as they were taken: what a person said by chance has a name. */
  readonly played: readonly Step[];
}

/** What programs run on. */
export interface Ground {
  readonly bundle: WorkflowBundleOption;
  /** In which the fence and the audit are kept; left out, there are none. */
  readonly records?: Records | undefined;
}

let tags = 0;

/** Runs programs side by side on one server that skips time, each in a world of its own; outcomes in their order. */
export async function runPrograms(
  { bundle, records }: Ground,
  programs: readonly Program[],
): Promise<Outcome[]> {
  const skipped = await SkippedTime.start(bundle);
  const worlds: World[] = [];
  const wake = async () => {
    const stuck = await Promise.all(worlds.flatMap((world) => world.followed).map((one) => one.endIfStuck()));
    return stuck.includes(true);
  };
  const time = new SharedTime(skipped, wake);
  const run = (program: Program) =>
    time.within(async () => {
      const world = new World(program, `T${++tags}`, { skipped, time, records });
      worlds.push(world);
      const findings = findingsIn(await world.run());
      worlds.splice(worlds.indexOf(world), 1);
      return { program, findings, played: world.played };
    });
  return Promise.all(programs.map(run)).finally(() => skipped.stop());
}
