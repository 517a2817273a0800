import {
  allHandlersFinished,
  CancellationScope,
  condition,
  ContinueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import type { CommandTable } from '../../domain/case/commands';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import type { CommandHandler } from './command-handler';
import type { SteerableCase } from './steerable-case';

/** A case, whatever its commands and its input are. */
type RunnableCase<S extends string, R> = Pick<
  SteerableCase<S, CommandTable, unknown, R>,
  'running' | 'records' | 'begin' | 'close'
> & { readonly commands: Pick<CommandHandler<S, CommandTable>, 'refuseUnknownSignals'> };

/**
 * Runs a case: parses its input, runs its stages, and ends with a result, which is shown.
 *
 * How a case is written:
 *
 * 1. `domain/<noun>/stages.ts` holds the table of stages, from the first on: title, next stages, what each waits for,
 *    which are final.
 * 2. `domain/<noun>/commands.ts` holds the table of commands: who may give them, in which stages, with which fields.
 * 3. `<noun>-case.ts` is its state, a class that extends `SteerableCase`. The constructor gives `CommandHandler` the
 *    handlers of the commands and their guards (why a command is refused now). Fields are private; stages and handlers
 *    change them through methods with names. `parse` calls a parser activity, `opened` takes over what was parsed,
 *    `close` enters a final stage and builds the result.
 * 4. One function a stage: it enters the stage (`payout.enter('PENDING')`), does its work, and returns what later
 *    stages need as a value. It calls the bank inside `attempt` (a refusal waits for a person) or `sendOnce` (a write
 *    that must not happen twice), waits inside `waitFor` (shown, with a deadline), polls with `poll`, races with
 *    `firstOf`, and asks people with `commands.ask`.
 * 5. `workflow.ts` lists the stages, as `payout/workflow.ts` does.
 *
 * A case ends in one of three ways: its last stage returns `close(…)`; a stage throws a `CaseExit` (`leave`); a command
 * cancels the stages (`stop`). Any other error fails the workflow.
 */
export async function runCase<S extends string, R>(
  owner: RunnableCase<S, R>,
  stages: () => Promise<R>,
): Promise<R> {
  let goesOn = false;
  try {
    return await ended(owner, stages);
  } catch (error) {
    goesOn = error instanceof ContinueAsNew;
    throw error;
  } finally {
    // The next run stores what this one has not.
    if (!goesOn) await settled(owner);
  }
}

/** Waits until every sender has the result of their command, and the audit is stored. */
const settled = <S extends string>(owner: RunnableCase<S, unknown>): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    await condition(allHandlersFinished);
    await owner.records.stored();
  });

/** Begins the case; the commands that came first are taken or refused before a stage begins. */
async function begun<S extends string>(owner: RunnableCase<S, unknown>): Promise<void> {
  owner.commands.refuseUnknownSignals();
  await owner.begin();
  await condition(allHandlersFinished);
}

async function ended<S extends string, R>(owner: RunnableCase<S, R>, stages: () => Promise<R>): Promise<R> {
  try {
    // Not cancellable: without a parsed input, the case cannot build a result.
    await CancellationScope.nonCancellable(() => begun(owner));
    return await owner.running.run(stages);
  } catch (error) {
    const exit = owner.running.exitBehind(error);
    if (!exit) throw error;
    return CancellationScope.nonCancellable(async () => owner.close(exit.stage, exit.reason));
  }
}

/** The only exception that ends a case with a business result: the final stage it ends in, and why. */
export class CaseExit<S extends string = string> extends Error {
  constructor(
    readonly stage: S,
    readonly reason: string,
  ) {
    super(`${stage}: ${reason}`);
  }
}

/** The stages of a case while they run, so that a command can end them from outside. */
export class RunningStages<S extends string> {
  private readonly scope = new CancellationScope();
  private exit: CaseExit<S> | undefined;

  get areStopped(): boolean {
    return this.exit !== undefined;
  }

  /**
   * Runs the stages; `stop` cancels whatever they wait for. A case that a command ended while its input was
   * parsed runs none: work that starts in a cancelled scope may not replay as it ran.
   */
  async run<R>(stages: () => Promise<R>): Promise<R> {
    if (this.exit) throw this.exit;
    return this.scope.run(stages);
  }

  /** Cancels the stages; the case ends with this exit. */
  stop(exit: CaseExit<S>): void {
    this.exit = exit;
    this.scope.cancel();
  }

  /** The exit that an error stands for, thrown by a stage or asked for by `stop`; `undefined` for any other error. */
  exitBehind(error: unknown): CaseExit<S> | undefined {
    if (error instanceof CaseExit) return error as CaseExit<S>;
    return isCancellation(error) ? this.exit : undefined;
  }
}

/**
 * Checks that a workflow runs under the id that belongs to its reference: under a second id, Temporal would let the same
 * reference do the same again.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function requireWorkflowId(expected: string): void {
  if (workflowInfo().workflowId !== expected) throw refusedInput(`the workflow id must be ${expected}`);
}

/**
 * Checks that the workflow of another case, and no other program, has started this one, which takes that
 * case's work for granted.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function requireParent(expected: string): void {
  if (workflowInfo().parent?.workflowId !== expected)
    throw refusedInput(`only ${expected} can start this workflow`);
}

/** A refusal of the input that fails the workflow. */
export const refusedInput = (why: string) =>
  ApplicationFailure.nonRetryable(`The input cannot be used: ${why}`, INVALID_INPUT);
