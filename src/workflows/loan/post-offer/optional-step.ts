import type { Command } from '../../../domain/case/commands';
import type { LoanCommands } from '../../../domain/loan/commands';
import type { LoanStage } from '../../../domain/loan/stages';
import type { CommandHandler } from '../../case/command-handler';

/** A supervisor lets the loan go on without the step it stands at. */
class Skipped extends Error {}

/** Lets a supervisor leave out a step that the loan can do without; `skip` is an answer only while one runs. */
export class OptionalStep {
  private isRunning = false;

  constructor(private readonly commands: CommandHandler<LoanStage, LoanCommands>) {}

  async run(step: () => Promise<unknown>): Promise<void> {
    this.isRunning = true;
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
    } finally {
      this.isRunning = false;
    }
  }

  /** Waits for `retry`, or where the step is optional, for `skip`. @throws Skipped */
  async askForRetry(): Promise<void> {
    if (!this.isRunning) {
      await this.commands.ask('retry');
      return;
    }
    const answer = await this.commands.ask('retry', 'skip');
    if (answer.name === 'skip') throw new Skipped();
  }

  /** Leaves the step out once a supervisor says so. @throws Skipped */
  async untilSkipped(): Promise<never> {
    await this.commands.ask('skip');
    throw new Skipped();
  }

  /** The guarantor that the borrower names, unless the step is left out. @throws Skipped */
  async guarantorNamed(): Promise<Command<LoanCommands, 'addGuarantor'>> {
    const answer = await this.commands.ask('addGuarantor', 'skip');
    if (answer.name === 'skip') throw new Skipped();
    return answer;
  }

  /** Another guarantor instead of a refused one; `undefined` if the same one is to be tried again. @throws Skipped */
  async anotherGuarantor(): Promise<Command<LoanCommands, 'addGuarantor'> | undefined> {
    const answer = await this.commands.ask('retry', 'addGuarantor', 'skip');
    if (answer.name === 'skip') throw new Skipped();
    return answer.name === 'addGuarantor' ? answer : undefined;
  }
}
