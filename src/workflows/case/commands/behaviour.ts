import type { ApprovalRule, secondPerson } from '../../../domain/case/agreement';
import type { Command, CommandTable, Role } from '../../../domain/case/commands';
import type { Subject } from '../../../domain/case/fields';
import type { Case } from '../case';
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
  /** How many others must agree to a command before it takes effect; nothing where its sender may decide. */
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

/** A case that takes commands. */
export interface Commanded<S extends string> extends Case<S> {
  /** Counts a message to this run. */
  countMessage(): void;
  /** Counts a signal that makes sense. @returns whether the run still acts on signals */
  mayActOnSignal(): boolean;
  /** What its earlier run has handed over. */
  readonly carried?: { readonly commands: CarriedCommands } | undefined;
}
