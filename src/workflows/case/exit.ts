import { CancellationScope, isCancellation } from '@temporalio/workflow';

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

  /** Whether a command has ended the case. */
  get areStopped(): boolean {
    return this.exit !== undefined;
  }

  /**
   * Runs the stages; `stop` cancels whatever they wait for. A case that a command ended while its input was parsed
   * runs none: what starts in a cancelled scope may not replay as it ran.
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

  /** The exit that an error stands for, thrown by a stage or asked for by `stop`; nothing for any other error. */
  exitBehind(error: unknown): CaseExit<S> | undefined {
    if (error instanceof CaseExit) return error as CaseExit<S>;
    return isCancellation(error) ? this.exit : undefined;
  }
}
