import {
  condition,
  currentUpdateInfo,
  setDefaultSignalHandler,
  setDefaultUpdateHandler,
  setHandler,
} from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import { commandFields, type Command, type CommandReceipt, type CommandTable } from '../../domain/commands';
import { INVALID_INPUT } from '../../domain/failure-kinds';
import { problemsWith } from '../../domain/fields';
import { masked } from '../../domain/personal-data';
import { caseQuery, commandSignal, commandUpdate } from '../messages';
import type { Case } from './case';

/** Request ids remembered, so that a repeat changes nothing. */
const REMEMBERED_MAX = 500;

type AnyCommand<T extends CommandTable> = { [N in keyof T]: Command<T, N> }[keyof T];
type AtOnce<T extends CommandTable> = {
  [N in keyof T as T[N] extends { answers: true } ? never : N]: (command: Command<T, N>) => void;
};
type AnswerName<T extends CommandTable> = {
  [N in keyof T]: T[N] extends { answers: true } ? N : never;
}[keyof T];

/**
 * Receives the commands of a case, as updates and as signals, by the table in `domain`. Commands that take effect
 * at once have a handler; answers are taken only while somebody asks for them, and only the first.
 */
export class CommandDesk<S extends string, T extends CommandTable> {
  /** Why a command is refused whatever the table says, in a sentence. */
  veto: (name: string) => string | undefined = () => undefined;
  /** Why this very command is refused, by what it says, in a sentence. */
  objection: (command: AnyCommand<T>) => string | undefined = () => undefined;
  private asked: readonly (keyof T)[] = [];
  private answer: AnyCommand<T> | undefined;
  /** Who answered last, what else could have been answered then, and when. */
  private lastAnswer: { command: AnyCommand<T>; asked: readonly (keyof T)[]; at: string } | undefined;
  private readonly receipts: Map<string, CommandReceipt>;

  constructor(
    private readonly owner: Case<S>,
    private readonly table: T,
    private readonly atOnce: AtOnce<T>,
    carried: readonly CommandReceipt[] = [],
  ) {
    this.receipts = new Map(carried.map((receipt) => [receipt.requestId, receipt]));
    owner.commandsNow = () => Object.keys(table).filter((name) => this.notNow(name) === undefined);
    setHandler(caseQuery, () => owner.file());
    for (const name of Object.keys(table)) this.listen(name);
    setDefaultUpdateHandler((name) => {
      throw refused(`There is no command ${masked(name).slice(0, 60)}. ${this.allowedNow()}`);
    });
    setDefaultSignalHandler((name) =>
      owner.note('system', `Refused the unknown signal ${masked(name).slice(0, 60)}`),
    );
  }

  /**
   * Waits for one of these answers. While it waits, they are among the commands allowed now. Only one may wait: who
   * races it against something else must cancel it.
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
    return [...this.receipts.values()];
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
      else this.owner.note('system', `Refused the signal ${name}`, refusal);
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
    if (this.receipts.has(requestId(command))) return undefined;
    if (!row.roles.includes(command.role)) return `${name} takes the role ${row.roles.join(' or ')}`;
    if (command.expectedStage !== undefined && command.expectedStage !== this.owner.stage)
      return `${name} expected the stage ${command.expectedStage}. ${this.allowedNow()}`;
    const notNow = this.notNow(name);
    if (notNow !== undefined) return `${notNow} ${this.allowedNow()}`;
    const objection = this.objection({ ...command, name });
    return objection === undefined ? undefined : `${name}: ${objection}. ${this.allowedNow()}`;
  }

  private notNow(name: string): string | undefined {
    const row = this.table[name];
    if (this.owner.ended) return `The ${this.owner.definition.kind} has ended.`;
    if (!row?.stages.includes(this.owner.stage))
      return `${name} is not possible in this stage${this.cameFirst(name)}.`;
    const veto = this.veto(name);
    if (veto !== undefined) return veto;
    if (row.answers !== true || (this.asked.includes(name) && !this.answer)) return undefined;
    return `${name} is not asked for at the moment${this.cameFirst(name)}.`;
  }

  /** Who answered in the place of whoever comes now; empty where nobody did. */
  private cameFirst(name: string): string {
    if (!this.lastAnswer?.asked.includes(name)) return '';
    const { command, at } = this.lastAnswer;
    return `: ${String(command.name)} by ${command.actor} came first, at ${at}`;
  }

  private allowedNow(): string {
    const allowed = this.owner.file().commands.join(', ') || 'none';
    return `The ${this.owner.definition.kind} is in the stage ${this.owner.stage}; commands allowed now: ${allowed}.`;
  }

  private accept(name: string, payload: unknown): CommandReceipt {
    const command = { ...(payload as AnyCommand<T>), name };
    const id = requestId(command);
    const earlier = this.receipts.get(id);
    if (earlier) return { ...earlier, repeated: true };
    const receipt = this.record(id, name);
    this.owner.note(`${command.role} ${command.actor}`, this.table[name]?.summary ?? name, command.note);
    if (this.table[name]?.answers === true) this.take(command);
    else (this.atOnce as unknown as Record<string, (given: unknown) => void>)[name]?.(command);
    this.owner.publish();
    return receipt;
  }

  private take(command: AnyCommand<T>): void {
    this.answer = command;
    this.lastAnswer = { command, asked: this.asked, at: this.owner.now() };
  }

  private record(id: string, command: string): CommandReceipt {
    const receipt = {
      requestId: id,
      command,
      stage: this.owner.stage,
      acceptedAt: this.owner.now(),
      repeated: false,
    };
    if (id !== '') this.receipts.set(id, receipt);
    const [oldest] = this.receipts.keys();
    if (this.receipts.size > REMEMBERED_MAX && oldest !== undefined) this.receipts.delete(oldest);
    return receipt;
  }
}

/** A signal without a request id cannot be recognised as a repeat. */
const requestId = (command: { requestId?: string }) => command.requestId ?? currentUpdateInfo()?.id ?? '';

const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, INVALID_INPUT);
