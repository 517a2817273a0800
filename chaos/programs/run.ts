import type { WorkflowBundleOption } from '@temporalio/worker';
import type { Records } from '../../src/records/records';
import { SkippedTime } from '../readings/skipped-time';
import { findingsIn, type Finding } from './model';
import type { Program, Step } from './program';
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

/**
 * Runs programs one after the other on a server of their own that skips time, each in a world of its own; outcomes in
 * their order. Nothing of one world runs while another is on, so that a seed stands for one course of events.
 */
export async function runPrograms(
  { bundle, records }: Ground,
  programs: readonly Program[],
): Promise<Outcome[]> {
  const skipped = await SkippedTime.start(bundle);
  const outcomes: Outcome[] = [];
  try {
    for (const program of programs) {
      const world = new World(program, `T${++tags}`, { skipped, records });
      const findings = findingsIn(await world.run());
      outcomes.push({ program, findings, played: world.played });
    }
  } finally {
    await skipped.stop();
  }
  return outcomes;
}
