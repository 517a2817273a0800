import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { ActivityFailure, ChildWorkflowFailure } from '@temporalio/common';
import { isInOtherWords } from '../../bank/contract/refusals';
import { UNKNOWN_YET_SECONDS } from '../../domain/time/activity-timeouts';
import {
  cadences,
  nextWaitSeconds,
  type CadenceName,
  type Pace,
  type Trigger,
} from '../../domain/time/cadence';
import { patience, pollDelay } from '../../domain/time/clock';
import type { CommandTable } from '../../domain/case/commands';
import type { WaitName } from '../../domain/case/waits';
import type { Case } from './case';
import { inWords, refusalOf } from './failures';
import type { SteerableCase } from './steerable-case';

/** The owner of a step: a case, and how people help it on. Every `SteerableCase` is one. */
export interface Steerable {
  readonly owner: Case<string>;
  /** Commands that help when the bank refuses a step; `retry` is always among them. */
  readonly remedies: readonly string[];
  /** Waits until a person says that the step is to be tried again. */
  askForRetry(): Promise<unknown>;
}

type Polling = Pick<
  SteerableCase<string, CommandTable, unknown, unknown>,
  'clock' | 'recheckAsked' | 'notified'
>;

/**
 * Carries out a step; one that fails needs attention and is retried when a person says so. One that only
 * repeats needs attention after a while, and goes on by itself.
 */
export async function attempt<R>(
  on: Steerable,
  what: string,
  act: () => Promise<R>,
  told: (error: unknown) => string = inWords,
): Promise<R> {
  for (;;) {
    try {
      while (on.owner.isHeldBack) await condition(() => !on.owner.isHeldBack);
      return await on.owner.steps.run(what, act);
    } catch (error) {
      if (isCancellation(error) || !isFailedStep(error)) throw error;
      on.owner.raiseAttention(`${what}: ${told(error)}`, on.remedies);
      await on.askForRetry();
      on.owner.settleAttention();
    }
  }
}

/**
 * Repeats a step about something that the bank has just made, for some minutes from now, while the bank
 * refuses it in undocumented words: it may not know the thing yet.
 */
export function onceKnown<R>({ clock }: Case<string>, act: () => Promise<R>): () => Promise<R> {
  const madeAtMs = Date.now();
  const untilMs = madeAtMs + patience(clock, UNKNOWN_YET_SECONDS * 1000);
  return async () => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        const refused = refusalOf(error);
        if (!refused || !isInOtherWords(refused) || Date.now() >= untilMs) throw error;
      }
      const waitedSeconds = ((Date.now() - madeAtMs) * clock.rate) / 1000;
      const waitMs = nextWaitSeconds(cadences.registration, waitedSeconds) * 1000;
      await sleep(pollDelay(clock, waitMs), { summary: 'until the bank knows what it has made' });
    }
  };
}

/** Waits visibly: the case shows the reason and the start, and raises attention once it takes too long. */
export async function waitFor<R>(
  owner: Case<string>,
  name: WaitName,
  wait: () => Promise<R>,
  until?: string,
): Promise<R> {
  owner.startWaiting(name, until);
  try {
    return await wait();
  } finally {
    owner.stopWaiting();
  }
}

/**
 * Polls through an activity that retries by its cadence; the first question comes after the cadence's first wait.
 * When a person asks for a recheck, or an event arrives, the activity starts anew: a recheck asks at once, an event in
 * its turn.
 */
export async function poll<R>(
  on: Polling,
  cadence: CadenceName,
  ask: (pace: Pace) => Promise<R>,
): Promise<R> {
  let trigger: Trigger = 'schedule';
  let answer: { readonly data: R } | undefined;
  while (!answer) {
    const pace = { cadence: cadences[cadence], clock: on.clock, trigger };
    answer = await firstOf(
      () => ask(pace).then((data) => ({ data })),
      () => wakeUp(on),
    );
    trigger = on.recheckAsked ? 'recheck' : 'event';
  }
  return answer.data;
}

/** Ends once a person asks for a recheck or an event arrives; earlier ones count as answered. */
export async function wakeUp(on: Polling): Promise<undefined> {
  on.recheckAsked = false;
  on.notified = false;
  await condition(() => on.recheckAsked || on.notified);
}

const isFailedStep = (error: unknown) =>
  error instanceof ActivityFailure || error instanceof ChildWorkflowFailure;

/** The first of these to settle decides, with its value or its error; the others are cancelled. */
export async function firstOf<T extends unknown[]>(
  ...racers: { [K in keyof T]: () => Promise<T[K]> }
): Promise<T[number]> {
  const scope = new CancellationScope();
  try {
    return await scope.run(() => Promise.race(racers.map((start) => start())));
  } finally {
    scope.cancel();
  }
}

/** Waits for an answer at most `realMs`; `undefined` if none came. The loser is cancelled. */
export function within<R>(
  realMs: number,
  answer: () => Promise<R>,
  timerSummary = 'the wait ends',
): Promise<R | undefined> {
  return firstOf<[R, undefined]>(answer, () =>
    sleep(Math.max(1, realMs), { summary: timerSummary }).then(() => undefined),
  );
}
