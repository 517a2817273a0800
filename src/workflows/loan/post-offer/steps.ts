import { isInOtherWords } from '../../../bank/contract/refusals';
import type { Command } from '../../../domain/case/commands';
import type { LoanCommands } from '../../../domain/loan/commands';
import type { LoanStage } from '../../../domain/loan/stages';
import { masked } from '../../../domain/names/personal-data';
import type { CommandHandler } from '../../case/command-handler';
import type { AnswerName } from '../../case/commands/behaviour';
import { unlessItStands } from '../../case/send-once';
import type { LoanCase } from '../loan-case';

type Answers = { [N in AnswerName<LoanCommands>]: Command<LoanCommands, N> };

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
    const { commands } = this;
    const answer = await (this.isRunning ? commands.ask('retry', 'skip') : commands.ask('retry'));
    if (answer.name === 'skip') throw new Skipped();
  }

  /** Waits for one of these answers, or until a supervisor leaves the step out. @throws Skipped */
  async ask<N extends AnswerName<LoanCommands>>(...names: N[]): Promise<Answers[N]> {
    const answer = await this.commands.ask<keyof Answers>(...names, 'skip');
    if (answer.name === 'skip') throw new Skipped();
    return answer as Answers[N];
  }
}

/**
 * Takes a step whose effect only the gate before the post-offer KYC shows. A refusal in undocumented words
 * may mean that the bank took the step before: the loan goes on, and the gate asks for the step if it is
 * missing.
 */
export const gatedStep = (loan: LoanCase, write: () => Promise<unknown>): Promise<unknown> =>
  unlessItStands(
    () => write().then(() => true),
    async (refused) => {
      if (!isInOtherWords(refused)) return undefined;
      loan.note('system', `Refused, maybe since it was done before; it goes on: ${masked(refused.refusal)}`);
      return true;
    },
  );
