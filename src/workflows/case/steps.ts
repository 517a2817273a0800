import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { ActivityFailure, ChildWorkflowFailure } from '@temporalio/common';
import { GRACE_SECONDS, READS_TO_PROVE_ABSENCE, SENDS_BEFORE_ATTENTION } from '../../domain/activity-timing';
import { cadences, type CadenceName, type Pace } from '../../domain/cadence';
import { pollDelay } from '../../domain/clock';
import type { WaitName } from '../../domain/waits';
import type { Case } from './case';
import { inWords, isOutcomeUnknown } from './failures';

/** A case that people can steer: what the steps below need of it. */
export interface Steerable {
  readonly file: Case<string>;
  /** Commands that help when the service refuses a step; `retry` is always among them. */
  readonly remedies: readonly string[];
  /** Waits until a person says that the step is to be tried again. */
  askForRetry(): Promise<unknown>;
  /** Set by the command `recheck`; cleared by whoever acts on it. */
  recheckAsked: boolean;
  /** Set when something was heard that may concern the case; cleared as above. */
  newsArrived?: boolean;
  /** How long to wait, and how often to read, before an unanswered write counts as absent; else as usual. */
  readonly proof?: { readonly graceSeconds: number; readonly reads: number };
  /** Set while a write that must not happen twice may or may not have taken effect. */
  undecided?: boolean;
}

/** Carries out a step; what the service refuses needs attention and is tried again when a person says so. */
export async function attempt<R>(on: Steerable, what: string, act: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (isCancellation(error) || !isFailedStep(error)) throw error;
      on.file.raiseAttention(`${what}: ${inWords(error)}`, on.remedies);
      await on.askForRetry();
      on.file.settleAttention();
    }
  }
}

/**
 * A write that must not happen twice. When its outcome is unknown, reads decide: found, it is taken as done; absent
 * in several reads over a while, it is sent again.
 */
export async function sendOnce<R>(
  on: Steerable,
  { send, find }: { send: () => Promise<R>; find: () => Promise<R | undefined> },
): Promise<R> {
  for (let sent = 1; ; sent++) {
    try {
      return await send();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
    }
    on.undecided = true;
    const found = await findOut(on, find);
    on.undecided = false;
    if (found !== undefined) return found;
    if (sent % SENDS_BEFORE_ATTENTION === 0) await askForHelp(on, sent);
  }
}

const USUAL_PROOF = { graceSeconds: GRACE_SECONDS, reads: READS_TO_PROVE_ABSENCE };

/** Reads what became of a write. A read that fails is tried again, never taken for an absence. */
async function findOut<R>(on: Steerable, find: () => Promise<R | undefined>): Promise<R | undefined> {
  on.file.note('system', 'The reply to a write was lost; reading what became of it');
  const { graceSeconds, reads } = on.proof ?? USUAL_PROOF;
  for (let read = 0; read < reads; read++) {
    await sleep(pollDelay(on.file.clock, graceSeconds * 1000), {
      summary: 'before reading what became of it',
    });
    const found = await attempt(on, 'Reading what became of a write whose reply was lost', find);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function askForHelp(on: Steerable, sent: number): Promise<void> {
  on.file.raiseAttention(
    `sent ${sent} times without a reply, and without a trace at the service`,
    on.remedies,
  );
  await on.askForRetry();
  on.file.settleAttention();
}

/** Waits visibly: with its reason and since when in the case, and attention once it takes too long. */
export async function waitFor<R>(
  { file }: Steerable,
  name: WaitName,
  wait: () => Promise<R>,
  until?: string,
): Promise<R> {
  file.startWaiting(name, until);
  try {
    return await wait();
  } finally {
    file.stopWaiting();
  }
}

/**
 * Polls through an activity that retries by its cadence; the first question comes after the cadence's first wait.
 * When a person asks to look now, or news came, the activity starts anew and asks at once; news alone wait their turn.
 */
export async function poll<R>(
  on: Steerable,
  cadence: CadenceName,
  ask: (pace: Pace) => Promise<R>,
): Promise<R> {
  for (let askNow = false, inTurn = false; ; askNow = true, inTurn = !on.recheckAsked) {
    on.recheckAsked = false;
    on.newsArrived = false;
    const pace = { cadence: cadences[cadence], clock: on.file.clock, askNow, ...(inTurn && { inTurn }) };
    const turn = new CancellationScope();
    try {
      const answer = await turn.run(() =>
        Promise.race([
          ask(pace).then((data) => ({ data })),
          condition(() => on.recheckAsked || on.newsArrived === true).then(() => undefined),
        ]),
      );
      if (answer) return answer.data;
    } finally {
      turn.cancel();
    }
  }
}

const isFailedStep = (error: unknown) =>
  error instanceof ActivityFailure || error instanceof ChildWorkflowFailure;

/** Waits for an answer at most `realMs` (for ever when infinite); nothing when none came. Then nobody waits on. */
export async function within<R>(
  realMs: number,
  answer: () => Promise<R>,
  timerSummary = 'the wait ends',
): Promise<R | undefined> {
  const turn = new CancellationScope();
  try {
    return await turn.run(() =>
      Number.isFinite(realMs)
        ? Promise.race([
            answer(),
            sleep(Math.max(1, realMs), { summary: timerSummary }).then(() => undefined),
          ])
        : answer(),
    );
  } finally {
    turn.cancel();
  }
}
