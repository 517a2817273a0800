import {
  condition,
  setDefaultSignalHandler,
  setDefaultUpdateHandler,
  setHandler,
} from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import {
  commandFields,
  type Command,
  type CommandReceipt,
  type CommandTable,
} from '../../domain/case/commands';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import { problemsWith } from '../../domain/case/fields';
import { masked } from '../../domain/names/personal-data';
import { caseQuery, commandSignal, commandUpdate } from '../../domain/wire/messages';
import type { Case } from './case';
import { Receipts, requestIdOf } from './receipts';

type AnyCommand<T extends CommandTable> = { [N in keyof T]: Command<T, N> }[keyof T];
type AnswerName<T extends CommandTable> = {
  [N in keyof T]: T[N] extends { answers: true } ? N : never;
}[keyof T];

/** What the commands that take effect at once do. Answers have no handler: a stage asks for them. */
export type Handlers<T extends CommandTable> = {
  readonly [N in keyof T as T[N] extends { answers: true } ? never : N]: (command: Command<T, N>) => void;
};

/** Why a command is refused although its table allows it, each as a sentence; nothing when it is not. */
interface Guard<C> {
  /** Whatever the command says: then it is not among the commands allowed now either. */
  readonly now?: () => string | undefined;
  /** By what the command says. */
  readonly content?: (command: C) => string | undefined;
}

export type Guards<T extends CommandTable> = { readonly [N in keyof T]?: Guard<Command<T, N>> };

interface Behaviour<T extends CommandTable> {
  readonly handlers: Handlers<T>;
  readonly guards?: Guards<T>;
  /** Called with every command once it has taken effect. */
  readonly accepted?: (command: AnyCommand<T>) => void;
  /** Of an earlier run of the same case. */
  readonly receipts?: readonly CommandReceipt[] | undefined;
}

/**
 * Receives the commands of a case, as updates and as signals, by the table in `domain`. Commands that take effect
 * at once have a handler; an answer is taken only while a stage asks for it, and only the first.
 */
export class CommandHandler<S extends string, T extends CommandTable> {
  private readonly handlers: Handlers<T>;
  private readonly guards: Guards<T>;
  private readonly receipts: Receipts;
  private readonly accepted: Behaviour<T>['accepted'];
  private asked: readonly (keyof T)[] = [];
  private answer: AnyCommand<T> | undefined;
  /** Who answered last, what else could have been answered then, and when. */
  private lastAnswer: { command: AnyCommand<T>; asked: readonly (keyof T)[]; at: string } | undefined;

  constructor(
    private readonly owner: Case<S>,
    private readonly table: T,
    { handlers, guards = {}, receipts = [], accepted }: Behaviour<T>,
  ) {
    this.handlers = handlers;
    this.guards = guards;
    this.accepted = accepted;
    this.receipts = new Receipts(receipts);
    setHandler(caseQuery, () => owner.snapshot());
    for (const name of Object.keys(table)) this.listen(name);
    setDefaultUpdateHandler((name) => {
      throw refused(`There is no command ${masked(name).slice(0, 60)}. ${this.allowedNow()}`);
    });
    setDefaultSignalHandler((name) => owner.noteRefusal(`the unknown signal ${masked(name).slice(0, 60)}`));
  }

  /** The names of the commands that the case takes now. */
  allowed(): string[] {
    return Object.keys(this.table).filter((name) => this.notNow(name) === undefined);
  }

  /**
   * Waits for one of these answers. While it waits, they are among the commands allowed now. Only one stage may wait:
   * a stage that races it against something else must cancel it (`firstOf` does).
   */
  async ask<const N extends AnswerName<T>>(...names: N[]): Promise<{ [K in N]: Command<T, K> }[N]> {
    this.answer = undefined; // Of a question that was withdrawn: it said nothing about this one.
    this.asked = names;
    this.owner.publish();
    try {
      await condition(() => this.answer !== undefined);
    } finally {
      this.asked = [];
    }
    const answer = this.answer as unknown as { [K in N]: Command<T, K> }[N];
    this.answer = undefined;
    return answer;
  }

  /** The receipts to carry over a continue-as-new. */
  carry(): CommandReceipt[] {
    return this.receipts.all();
  }

  private listen(name: string): void {
    setHandler(commandUpdate(name), (payload) => this.accept(name, payload), {
      validator: (payload) => {
        const refusal = this.refusal(name, payload);
        if (refusal !== undefined) throw refused(refusal);
      },
    });
    setHandler(commandSignal(name), (payload) => {
      const refusal = this.refusal(name, payload);
      if (refusal === undefined) this.accept(name, payload);
      else this.owner.noteRefusal(`the signal ${name}`, refusal);
    });
  }

  /** Why a command is refused, in a sentence that says what is allowed now; nothing when it is not. */
  private refusal(name: string, payload: unknown): string | undefined {
    const row = this.table[name];
    if (!row) return `${name} is not a command`;
    const stages = Object.keys(this.owner.definition.stages);
    const problems = problemsWith({ ...commandFields(stages), ...row.fields }, payload);
    if (problems.length > 0) return `${name}: ${problems.join('; ')}`;
    const command = payload as AnyCommand<T>;
    const earlier = this.receipts.get(requestIdOf(command));
    if (earlier) return earlier.command === name ? undefined : reusedIdOf(earlier);
    if (!row.roles.includes(command.role)) return `${name} takes the role ${row.roles.join(' or ')}`;
    if (command.expectedStage !== undefined && command.expectedStage !== this.owner.stage)
      return `${name} expected the stage ${command.expectedStage}. ${this.allowedNow()}`;
    const notNow = this.notNow(name);
    if (notNow !== undefined) return `${notNow} ${this.allowedNow()}`;
    const refusal = this.guards[name]?.content?.({ ...command, name } as Command<T, string>);
    return refusal === undefined ? undefined : `${name}: ${refusal}. ${this.allowedNow()}`;
  }

  private notNow(name: string): string | undefined {
    const row = this.table[name];
    if (this.owner.ended) return `The ${this.owner.definition.kind} has ended.`;
    if (!row?.stages.includes(this.owner.stage))
      return [`${name} is not possible in this stage${this.cameFirst(name)}.`, row?.instead ?? []]
        .flat()
        .join(' ');
    const guarded = this.guards[name]?.now?.();
    if (guarded !== undefined) return guarded;
    if (row.answers !== true || (this.asked.includes(name) && !this.answer)) return undefined;
    return `${name} is not asked for at the moment${this.cameFirst(name)}.`;
  }

  /** Whose answer was taken instead of this one; empty where none was. */
  private cameFirst(name: string): string {
    if (!this.lastAnswer?.asked.includes(name)) return '';
    const { command, at } = this.lastAnswer;
    return `: ${String(command.name)} by ${command.actor} came first, at ${at}`;
  }

  private allowedNow(): string {
    const allowed = this.owner.snapshot().commands.join(', ') || 'none';
    return `The ${this.owner.definition.kind} is in the stage ${this.owner.stage}; commands allowed now: ${allowed}.`;
  }

  private accept(name: string, payload: unknown): CommandReceipt {
    const command = { ...(payload as AnyCommand<T>), name };
    const earlier = this.receipts.get(requestIdOf(command));
    if (earlier) return { ...earlier, repeated: true };
    const receipt = this.receipts.give(requestIdOf(command), name, {
      stage: this.owner.stage,
      now: this.owner.now(),
    });
    this.owner.note(`${command.role} ${command.actor}`, this.table[name]?.summary ?? name, noteOf(command));
    if (this.table[name]?.answers === true) this.take(command);
    else (this.handlers as Record<string, ((given: AnyCommand<T>) => void) | undefined>)[name]?.(command);
    this.accepted?.(command);
    this.owner.publish();
    return receipt;
  }

  private take(command: AnyCommand<T>): void {
    this.answer = command;
    this.lastAnswer = { command, asked: this.asked, at: this.owner.now() };
  }
}

/** A repeat must be the same command, or its sender would take the first one's receipt for its own. */
const reusedIdOf = ({ command, requestId }: CommandReceipt) =>
  `the request id ${requestId} belongs to ${command}, which was accepted before: give this command another one`;

/** The reason that the command asks for, and the sender's note. */
function noteOf(command: { note?: string; reason?: unknown }): string | undefined {
  const parts = [command.reason, command.note].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(': ') : undefined;
}

const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, INVALID_INPUT);
