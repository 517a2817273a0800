import type { WorkflowBundleOption } from '@temporalio/worker';
import type { Records } from '../../src/records/records';
import { caseOf } from '../../src/domain/wire/workflow-ids';
import { SkippedTime } from '../readings/skipped-time';
import { within } from '../within';
import type { Finding } from './finding';
import { findingsIn } from './model';
import type { Program, Step } from './program';
import { replayFindings, type Recorded } from './replayed';
import { World } from './world';

/** What came of one program. */
export interface Outcome {
  readonly program: Program;
  readonly findings: readonly Finding[];
  /** Whether something that seems to break a rule is not judged, since the server lost a task of it, or its time ran away. */
  readonly isUnjudged: boolean;
  /** Its steps as they were taken: what a person said by chance has a name. */
  readonly played: readonly Step[];
}

/** What programs run on. */
export interface Ground {
  readonly bundle: WorkflowBundleOption;
  /** In which the fence and the audit are kept; left out, there are none. */
  readonly records?: Records | undefined;
}

/** A program takes seconds: one that takes so long waits for what a busy machine has lost, or for ever. */
const HANGS_AFTER_MS = 60_000;
/** No program takes a year: of one that took longer the server's time ran away, to the end of its longest timer. */
const RAN_AWAY_AFTER_MS = 400 * 24 * 60 * 60_000;

let tags = 0;

/**
 * Runs programs one after the other on a server of their own that skips time, each in a world of its own; outcomes in
 * their order. Nothing of one world runs while another is on, and none begins where time may pass by itself, so that a
 * seed stands for one course of events.
 */
export async function runPrograms(
  { bundle, records }: Ground,
  programs: readonly Program[],
): Promise<Outcome[]> {
  let skipped = await SkippedTime.start(bundle);
  const outcomes: Recalled[] = [];
  const run = async (program: Program): Promise<Recalled> => {
    const world = new World(program, `T${++tags}`, { skipped, records });
    const beganAtMs = skipped.nowMs;
    const findings = findingsIn(await world.run());
    const ranAway = skipped.nowMs - beganAtMs > RAN_AWAY_AFTER_MS;
    return { program, findings, ranAway, played: world.played, histories: await world.scene.histories() };
  };
  const renew = async (): Promise<void> => {
    await within(HANGS_AFTER_MS, undefined, skipped.stop()).catch(() => undefined);
    skipped = await SkippedTime.start(bundle);
  };
  try {
    for (const program of programs) {
      if (skipped.wasSetFree) await renew();
      // A busy machine may lose the server itself.
      let outcome = await within(HANGS_AFTER_MS, undefined, run(program)).catch(() => undefined);
      if (!outcome) {
        await renew();
        outcome = await within(HANGS_AFTER_MS, undefined, run(program));
        if (!outcome) await renew();
      }
      outcomes.push(outcome ?? hanging(program));
    }
  } finally {
    await skipped.stop();
  }
  const unreplayed = await replayFindings(
    bundle,
    outcomes.flatMap(({ histories }) => histories),
  );
  return outcomes.map((outcome) => judged(outcome, unreplayed));
}

/** What came of a program before its histories are replayed. */
interface Recalled extends Omit<Outcome, 'isUnjudged'> {
  readonly ranAway: boolean;
  readonly histories: readonly Recorded[];
}

function hanging(program: Program): Recalled {
  const about = `program ${program.seed}`;
  const findings = [{ rule: 'alive', about, what: 'does not come to its end, twice' }] as const;
  return { program, findings, ranAway: false, played: program.steps, histories: [] };
}

/**
 * Nothing is judged of a case of which the server lost a task, nor what may come of that: a batch waits for its rows. And
 * nothing of a program whose time ran away.
 */
function judged(
  { histories, ranAway, findings: seen, ...outcome }: Recalled,
  unreplayed: readonly Finding[],
): Outcome {
  const about = (isOfInterest: (one: Recorded) => boolean) =>
    new Set(histories.filter(isOfInterest).map(({ workflowId }) => workflowId));
  const [own, lost] = [about(() => true), about((one) => one.hasLostTask)];
  const all = [...seen, ...unreplayed.filter((finding) => own.has(finding.about))];
  const isSound = ({ about }: Finding) =>
    lost.size === 0 || (own.has(about) && !lost.has(about) && caseOf(about).kind !== 'batch');
  const findings = ranAway ? [] : all.filter(isSound);
  return { ...outcome, findings, isUnjudged: findings.length < all.length };
}

/** What came of a program that was run again where it had broken a rule. */
export interface Confirmed extends Outcome {
  /** What it broke the first time alone. */
  readonly unrepeated: readonly Finding[];
}

/**
 * Runs programs, and each that breaks a rule, or cannot be judged, once more by itself. A seed stands for
 * one course of events: what does not come again was done by a machine whose processors were busy, and is told apart.
 */
export async function runConfirmed(ground: Ground, programs: readonly Program[]): Promise<Confirmed[]> {
  const confirmed: Confirmed[] = [];
  for (const first of await runPrograms(ground, programs)) {
    const { findings, isUnjudged } = first;
    const isDoubted = findings.length > 0 || isUnjudged;
    const [last = first] = isDoubted ? await runPrograms(ground, [first.program]) : [];
    confirmed.push({ ...last, unrepeated: last.findings.length > 0 ? [] : findings });
  }
  return confirmed;
}
