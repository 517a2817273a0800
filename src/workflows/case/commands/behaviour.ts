import { condition } from '@temporalio/workflow';
import type { ApprovalRule, OthersNeeded, secondPerson } from '../../../domain/case/agreement';
import type { Command, CommandTable, Role } from '../../../domain/case/commands';
import type { Subject } from '../../../domain/case/fields';
import type { SteerableCase } from '../steerable-case';

export type AnyCommand<T extends CommandTable> = { [N in keyof T & string]: Command<T, N> }[keyof T & string];

/** The commands that a stage asks for. */
export type AnswerName<T extends CommandTable> = {
  [N in keyof T]: T[N] extends { answers: true } ? N : never;
}[keyof T];

/** The commands whose handlers are the same in every kind of case. */
type SharedName =
  | keyof ReturnType<typeof secondPerson>
  | keyof ReturnType<SteerableCase<string, CommandTable, unknown, unknown>['sharedHandlers']>;

/** Handlers of a kind's own commands that take effect at once. Answers have none: a stage asks for them. */
export type Handlers<T extends CommandTable> = {
  readonly [N in keyof T as T[N] extends { answers: true } ? never : Exclude<N, SharedName>]: (
    command: Command<T, N>,
  ) => void;
};

/** Why a command is refused although its table allows it, each as a sentence; `undefined` if it is not. */
export interface Guard<C> {
  /** Refuses it whatever it says; it is then not among the commands allowed now either. */
  readonly now?: () => string | undefined;
  /** Refuses it by what it says. */
  readonly content?: (command: C) => string | undefined;
  /** The same for updates alone, before they enter the history: a replay keeps commands taken before. */
  readonly fresh?: (command: C) => string | undefined;
  /** The part of the case that it is about, as it is now; limits that its proposal fixed stay as they are. */
  readonly subject?: (command: C) => Subject;
  /** Brings the case to rest while the command is decided: the case may be acting at that moment. */
  readonly around?: <R>(decide: () => Promise<R>) => Promise<R>;
}

export type Guards<T extends CommandTable> = { readonly [N in keyof T]?: Guard<Command<T, N>> };

/** The policy's rules for the commands of a case. */
export interface CommandPolicy<C> {
  /** The roles that may give a command; `undefined` for all roles of its table. */
  readonly roles: (name: string) => readonly Role[] | undefined;
  /** How many others must agree to a command before it takes effect; `undefined` if its sender may decide. */
  readonly confirmation: (command: C) => ApprovalRule | undefined;
  /** The approval that the case waits for after a command, as it would without it; `undefined` if none. */
  readonly approvalAfter?: (name: string) => ApprovalRule | undefined;
  /** The rules for a command that changes the amount; `undefined` if the amount alone does not tell. */
  readonly rules?: (name: string) => OthersNeeded['rules'];
  /** The makers of the command's subject: they may propose it, and not agree to it. */
  readonly makers: () => readonly string[];
  /** Business hours after which a proposal lapses. */
  readonly expiresHours: () => number;
}

/** The other people that commands need, by what their senders may say in them. */
export function othersNeeded<T extends CommandTable>(
  table: T,
  names: readonly string[],
  policy: CommandPolicy<AnyCommand<T>> | undefined,
): Record<string, OthersNeeded> {
  if (!policy) return {};
  const needed = names.map((name): [string, OthersNeeded] => {
    const { outcome, amountKobo } = table[name]?.fields ?? {};
    const neededWith = (said: object) =>
      policy.confirmation({ name, role: 'supervisor', ...said } as AnyCommand<T>);
    const largest = amountKobo && neededWith({ amountKobo: Number.MAX_SAFE_INTEGER });
    const outcomes = outcome?.kind === 'code' ? outcome.values : [];
    return [
      name,
      {
        agreement: neededWith({}) ?? largest,
        approval: policy.approvalAfter?.(name),
        except: outcomes.filter((value) => !neededWith({ outcome: value })),
        rules: amountKobo && policy.rules?.(name),
      },
    ];
  });
  return Object.fromEntries(
    needed.filter(([, { agreement, approval, rules }]) => agreement ?? approval ?? rules),
  );
}

export interface Behaviour<T extends CommandTable> {
  readonly handlers: Handlers<T>;
  readonly guards?: Guards<T>;
  readonly policy?: CommandPolicy<AnyCommand<T>>;
  /** Called with every command once it has taken effect. */
  readonly accepted?: (command: AnyCommand<T>) => void;
}

/** The answers that a stage asks for: each is taken only while it is asked for, and only the first one. */
export class Answers<T extends CommandTable> {
  private asked: readonly (keyof T)[] = [];
  private answer: AnyCommand<T> | undefined;
  /** The last answer, the answers that were asked for then, and when it came. */
  private last: { command: AnyCommand<T>; asked: readonly (keyof T)[]; at: string } | undefined;

  /** Waits for one of these; `shown` is called once they are asked for. */
  async ask<const N extends AnswerName<T>>(
    names: readonly N[],
    shown: () => void,
  ): Promise<{ [K in N]: Command<T, K> }[N]> {
    this.answer = undefined; // An answer to a withdrawn question says nothing about this one.
    this.asked = names;
    shown();
    try {
      await condition(() => this.answer !== undefined);
    } finally {
      // The next question may stand already.
      if (this.asked === names) this.asked = [];
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

  /** Names the answer that was taken instead of this one; empty if there was none. */
  cameFirst(name: string): string {
    return this.last?.asked.includes(name) === true ? cameFirst(this.last) : '';
  }
}

/** Names a command that was taken before another one, to end a sentence with. */
export const cameFirst = <T extends CommandTable>(first: { command: AnyCommand<T>; at: string }): string =>
  `: ${first.command.name} by ${first.command.actor} came first, at ${first.at}`;
