import { condition } from '@temporalio/workflow';
import type { Command, CommandTable } from '../../../domain/case/commands';
import type { AnswerName, AnyCommand } from './behaviour';

/** The answers that a stage asks for: each is taken only while it is asked for, and only the first one. */
export class Answers<T extends CommandTable> {
  private asked: readonly (keyof T)[] = [];
  private answer: AnyCommand<T> | undefined;
  /** Who answered last, what else could have been answered then, and when. */
  private last: { command: AnyCommand<T>; asked: readonly (keyof T)[]; at: string } | undefined;

  /** Waits for one of these; `shown` is called once they are asked for. */
  async ask<const N extends AnswerName<T>>(
    names: readonly N[],
    shown: () => void,
  ): Promise<{ [K in N]: Command<T, K> }[N]> {
    this.answer = undefined; // Of a question that was withdrawn: it said nothing about this one.
    this.asked = names;
    shown();
    try {
      await condition(() => this.answer !== undefined);
    } finally {
      this.asked = [];
    }
    const answer = this.answer as unknown as { [K in N]: Command<T, K> }[N];
    this.answer = undefined;
    return answer;
  }

  take(command: AnyCommand<T>, at: string): void {
    this.answer = command;
    this.last = { command, asked: this.asked, at };
  }

  get areAskedFor(): boolean {
    return this.asked.length > 0;
  }

  isAskedFor(name: string): boolean {
    return this.asked.includes(name) && !this.answer;
  }

  /** Whose answer was taken instead of this one; empty where none was. */
  cameFirst(name: string): string {
    if (!this.last?.asked.includes(name)) return '';
    const { command, at } = this.last;
    return `: ${String(command.name)} by ${command.actor} came first, at ${at}`;
  }
}
