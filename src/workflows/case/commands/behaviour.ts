import { condition } from '@temporalio/workflow';
import type { ApprovalRule, secondPerson } from '../../../domain/case/agreement';
import type { Command, CommandTable, Role } from '../../../domain/case/commands';
import type { Subject } from '../../../domain/case/fields';
import type { CarriedActs } from './acts';
import type { Proposal } from './proposals';
import type { RememberedReceipt } from './receipts';

/** Any command of a table. */
export type AnyCommand<T extends CommandTable> = { [N in keyof T]: Command<T, N> }[keyof T];

/** The commands that a stage asks for. */
export type AnswerName<T extends CommandTable> = {
  [N in keyof T]: T[N] extends { answers: true } ? N : never;
}[keyof T];

/** What a second person says: the same in every kind of case. */
type SecondPersonName = keyof ReturnType<typeof secondPerson>;

/** What the commands that take effect at once do. Answers have no handler: a stage asks for them. */
export type Handlers<T extends CommandTable> = {
  readonly [N in keyof T as T[N] extends { answers: true } ? never : Exclude<N, SecondPersonName>]: (
    command: Command<T, N>,
  ) => void;
};

/** Why a command is refused although its table allows it, each as a sentence; nothing when it is not. */
export interface Guard<C> {
  /** Whatever the command says: then it is not among the commands allowed now either. */
  readonly now?: () => string | undefined;
  /** By what the command says. */
  readonly content?: (command: C) => string | undefined;
  /** The same, of updates alone and before they are in the history: what was taken before this rule stays taken in a replay. */
  readonly fresh?: (command: C) => string | undefined;
  /** What of the case it is about, as the case is now; what was fixed when it was proposed stays so. */
  readonly subject?: (command: C) => Subject;
  /** Brings the case to rest for as long as the command is decided about: it may have been acting at that moment. */
  readonly around?: <R>(decide: () => Promise<R>) => Promise<R>;
}

export type Guards<T extends CommandTable> = { readonly [N in keyof T]?: Guard<Command<T, N>> };

/** What the policy says about the commands of a case. */
export interface CommandPolicy<C> {
  /** Who may give a command; all roles of its table where the policy does not say. */
  readonly roles: (name: string) => readonly Role[] | undefined;
  /** How many others must agree to a command before it takes effect; `undefined` if its sender may decide. */
  readonly confirmation: (command: C) => ApprovalRule | undefined;
  /** Who made what the command is about: they may propose it, and not agree to it. */
  readonly makers: () => readonly string[];
  /** Business hours after which a proposal lapses. */
  readonly expiresHours: () => number;
}

/** What a case does with its commands. */
export interface Behaviour<T extends CommandTable> {
  readonly handlers: Handlers<T>;
  readonly guards?: Guards<T>;
  readonly policy?: CommandPolicy<AnyCommand<T>>;
  /** Called with every command once it has taken effect. */
  readonly accepted?: (command: AnyCommand<T>) => void;
}

/** The commands of a case, as a run hands them over to the next one. */
export interface CarriedCommands {
  readonly receipts: readonly RememberedReceipt[];
  readonly proposals: readonly Proposal[];
  readonly acts: CarriedActs;
}

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
    return this.last?.asked.includes(name) === true ? cameFirst(this.last) : '';
  }
}

/** Whose command was taken before another one, to end a sentence with. */
export const cameFirst = <T extends CommandTable>(first: { command: AnyCommand<T>; at: string }): string =>
  `: ${String(first.command.name)} by ${first.command.actor} came first, at ${first.at}`;
