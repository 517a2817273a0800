import {
  setDefaultSignalHandler,
  setDefaultUpdateHandler,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { ApprovalRule } from '../../domain/case/agreement';
import { outrun } from '../../domain/case/instruction';
import type { Command, CommandReceipt, CommandRow, CommandTable } from '../../domain/case/commands';
import type { Subject } from '../../domain/case/fields';
import type { Way } from '../../domain/case/proof';
import { boundedSentence } from '../../domain/names/personal-data';
import { caseQuery, commandSignal, commandUpdate } from '../../domain/wire/messages';
import { Acts } from './commands/acts';
import {
  Answers,
  type AnswerName,
  type AnyCommand,
  type Behaviour,
  cameFirst,
  type Guards,
  othersNeeded,
} from './commands/behaviour';
import { Proposals, type GivenCommand } from './commands/proposals';
import type { SteerableCase } from './steerable-case';
import { readCommand, type ReadCommand } from './commands/reading';
import {
  BY_UPDATE_ALONE,
  NO_MORE,
  Receipts,
  refusalIn,
  refused,
  requestIdOf,
  reusedIdOf,
  TOO_MANY,
} from './commands/receipts';

/** Events after which a case takes no command: its stages need the rest, and the server ends a run at 51,200. */
const COMMANDS_MAX = 48_000;

/**
 * Receives the commands of a case, as updates and as signals, by the table in `domain`. Commands that take effect
 * at once have a handler; an answer is taken only while a stage asks for it, and only the first.
 */
export class CommandHandler<S extends string, T extends CommandTable> {
  private readonly handlers: Readonly<Record<string, ((given: AnyCommand<T>) => void) | undefined>>;
  private readonly guards: Guards<T>;
  private readonly receipts: Receipts;
  readonly proposals: Proposals;
  readonly answers = new Answers<T>();
  readonly acts: Acts;
  private last: { readonly command: AnyCommand<T>; readonly stage: S; readonly at: string } | undefined;

  constructor(
    private readonly owner: SteerableCase<S, T, unknown, unknown>,
    private readonly table: T,
    private readonly behaviour: Behaviour<T>,
  ) {
    const { receipts = [], proposals, acts } = owner.carried?.commands ?? {};
    this.acts = new Acts(owner.facts, acts);
    this.receipts = new Receipts(receipts);
    const proposed = {
      isOutrun: (given: GivenCommand) => this.outrun(given as AnyCommand<T>) !== undefined,
      whyNot: (given: GivenCommand) => this.whyNot(given as AnyCommand<T>),
      unfit: (given: GivenCommand) =>
        this.guards[given.name]?.fresh?.(given as unknown as Command<T, string>),
      carryOut: (given: GivenCommand) => this.carryOut(given as AnyCommand<T>),
      titleOf: (name: string) => table[name]?.summary ?? name,
    };
    this.proposals = new Proposals(owner, proposed, proposals);
    const guards: Guards<T> = behaviour.guards ?? {};
    const shared = { ...owner.sharedHandlers(), ...this.proposals.handlers() };
    this.handlers = { ...shared, ...behaviour.handlers } as unknown as typeof this.handlers;
    const revealNumber = { ...guards['revealNumber'], ...owner.sharedGuards().revealNumber };
    this.guards = { ...guards, ...this.proposals.guards(), revealNumber };
    setHandler(caseQuery, () => ({
      ...owner.snapshot(),
      others: othersNeeded(table, owner.isParsed ? this.allowed() : [], behaviour.policy),
    }));
    for (const name of Object.keys(table)) this.listen(name);
    setDefaultUpdateHandler((name) => {
      throw refused(`There is no command ${boundedSentence(name, NAME_MAX)}. ${this.allowedNow()}`);
    });
  }

  /**
   * Refuses every signal without a handler. Called only once the case is constructed: the signals that wait
   * for its first task reach this handler at once, also those that the case would have listened to later.
   */
  refuseUnknownSignals(): void {
    const { owner } = this;
    setDefaultSignalHandler((name) => {
      owner.countMessage();
      owner.records.refused(`the unknown signal ${boundedSentence(name, NAME_MAX)}`);
    });
  }

  /** The names of the commands that the case takes now. */
  allowed(): string[] {
    return Object.keys(this.table).filter((name) => this.notNow(name) === undefined);
  }

  /**
   * Waits for one of these answers. While it waits, they are among the commands allowed now. Only one stage may wait:
   * a stage that races it against something else must cancel it (`firstOf` does).
   */
  ask<const N extends AnswerName<T>>(...names: N[]): Promise<{ [K in N]: Command<T, K> }[N]> {
    const { stage } = this.owner;
    if (!names.some((name) => this.table[name]?.stages.includes(stage)))
      throw new Error(`the table of commands has no answer in ${stage}: ${names.join(', ')}`);
    return this.answers.ask(names, () => this.owner.publish());
  }

  carry() {
    return { receipts: this.receipts.all(), proposals: this.proposals.carry(), acts: this.acts.carry() };
  }

  private listen(name: string): void {
    const takeUpdate = (message: unknown) => {
      this.owner.countMessage();
      return this.accept(name, message, 'update');
    };
    setHandler(commandUpdate(name), takeUpdate, {
      validator: (message) => {
        // Only a validator may use the history length: a replay may see another one, but skips validators.
        const refusal =
          workflowInfo().historyLength > COMMANDS_MAX ? NO_MORE : this.refusalOfUpdate(name, message);
        if (refusal !== undefined) throw refused(refusal);
      },
    });
    setHandler(commandSignal(name), async (message) => {
      this.owner.countMessage();
      const { command, misread } = this.read(name, message, 'signal');
      const refusal =
        misread ??
        (this.owner.mayActOnSignal() ? await this.whyPassedOver(name, message, command) : BY_UPDATE_ALONE);
      if (refusal !== undefined) this.owner.records.refused(`the signal ${name}`, refusal);
    });
  }

  /** Takes a command by signal. @returns why it is refused; `undefined` if it was taken */
  private async whyPassedOver(
    name: string,
    message: unknown,
    command: AnyCommand<T>,
  ): Promise<string | undefined> {
    const refusal = this.refusalOf(name, command);
    if (refusal === undefined) return refusalIn(this.accept(name, message, 'signal'));
    this.owner.publication.leaveEvent();
    return refusal;
  }

  private read(name: string, message: unknown, way: Way): ReadCommand<T> {
    return readCommand(this.acts, this.table, Object.keys(this.owner.definition.stages), {
      name,
      message,
      way,
    });
  }

  private refusalOfUpdate(name: string, message: unknown): string | undefined {
    const { command, misread } = this.read(name, message, 'update');
    return misread ?? this.refusalOf(name, command) ?? this.unfit(name, command);
  }

  /** The problem that the guard `fresh` finds in a command that was not refused and is no repeat. */
  private unfit(name: string, command: AnyCommand<T>): string | undefined {
    const isRepeat = this.receipts.get(requestIdOf(command)) !== undefined;
    if (isRepeat) return undefined;
    const problem =
      this.guards[name]?.fresh?.(command as Command<T, string>) ?? this.whyNotAgain(name, command);
    return problem && `${name}: ${problem}`;
  }

  /** Why a command that would wait for a second person does so already, as a sentence. */
  private whyNotAgain(name: string, given: AnyCommand<T>): string | undefined {
    const command = { ...given, name };
    if (this.behaviour.policy?.confirmation(command) === undefined) return undefined;
    return this.proposals.whyNotAgain(this.aboutNow(command), this.table[name] as CommandRow);
  }

  /** Why a command is refused, in a sentence that says what is allowed now; `undefined` if it is not. */
  private refusalOf(name: string, command: AnyCommand<T>, lacks?: object): string | undefined {
    const earlier = this.receipts.get(requestIdOf(command));
    if (earlier) return earlier.command === name ? undefined : reusedIdOf(earlier);
    const { obstacle } = this.owner.records;
    if (obstacle !== undefined) return obstacle;
    if (this.receipts.isFull(Date.now())) return `${name}: ${TOO_MANY}`;
    const { roles: all = [] } = this.table[name] ?? {};
    const roles = all.filter((role) => this.behaviour.policy?.roles(name)?.includes(role) ?? true);
    if (!roles.includes(command.role))
      return `${name} takes the role ${roles.join(' or ') || 'that the policy leaves to no one'}`;
    const whyNot = this.whyNot({ ...command, name, ...lacks });
    return whyNot === undefined ? undefined : `${whyNot} ${this.allowedNow()}`;
  }

  /** Why a command cannot be carried out now, in sentences; `undefined` if it can. */
  private whyNot(command: AnyCommand<T>): string | undefined {
    const { name, expectedStage } = command as Command<T, string>;
    if (expectedStage !== undefined && expectedStage !== this.owner.stage)
      return `${name} expected the stage ${expectedStage}${this.cameFirst(expectedStage)}.`;
    const notNow = this.notNow(name);
    const past = notNow ?? this.outrun(command);
    if (past !== undefined) return past;
    const refusal = this.guards[name]?.content?.(command as Command<T, string>);
    return refusal === undefined ? undefined : `${name}: ${refusal}.`;
  }

  /** Names the last command carried out in this stage; empty if there was none. */
  private cameFirst(stage: string): string {
    return this.last?.stage === stage ? cameFirst(this.last) : '';
  }

  /** How the case, or the part of it that a command is about, has changed since, as a sentence; else `undefined`. */
  private outrun(command: AnyCommand<T>): string | undefined {
    const { name, expectedChanges, about } = command as Command<T, string>;
    if (expectedChanges !== undefined && expectedChanges !== (this.owner.changes ?? 0))
      return `${name} was given for other content: the ${this.owner.definition.kind} was changed, held back or sent since.`;
    return about && outrun(about, this.subjectOf(command) ?? {});
  }

  private subjectOf(command: AnyCommand<T>): Subject | undefined {
    const given = command as Command<T, string>;
    return this.guards[given.name]?.subject?.(given);
  }

  private aboutNow(command: AnyCommand<T>): GivenCommand {
    return { ...command, about: this.subjectOf(command) } as GivenCommand;
  }

  private notNow(name: string): string | undefined {
    const row = this.table[name];
    if (this.owner.ended) return `The ${this.owner.definition.kind} has ended.`;
    if (!row?.stages.includes(this.owner.stage))
      return [`${name} is not possible in this stage${this.answers.cameFirst(name)}.`, row?.instead ?? []]
        .flat()
        .join(' ');
    const guarded = this.guards[name]?.now?.();
    if (guarded !== undefined) return guarded;
    if (row.answers !== true || this.answers.isAskedFor(name)) return undefined;
    return `${name} is not asked for at the moment${this.answers.cameFirst(name)}.`;
  }

  private allowedNow(): string {
    const allowed = this.allowed().join(', ') || 'none';
    return `The ${this.owner.definition.kind} is in the stage ${this.owner.stage}; commands allowed now: ${allowed}.`;
  }

  /** Takes a command once a worker has checked its act; the case may have moved on meanwhile. */
  private async accept(name: string, message: unknown, way: Way): Promise<CommandReceipt> {
    const { command } = this.acts.read(name, message, 'signal') as { command: AnyCommand<T> };
    const earlier = this.receipts.get(requestIdOf(command));
    if (earlier) return { ...earlier, repeated: true };
    const { proof, lacks } = await this.acts.accept(name, message, way);
    const decide = async () => {
      const refusal = this.refusalOf(name, command, lacks);
      if (refusal !== undefined) throw refused(refusal);
      return this.take({ ...command, name, ...(proof && { proof }) });
    };
    return this.guards[name]?.around?.(decide) ?? decide();
  }

  private async take(command: AnyCommand<T>): Promise<CommandReceipt> {
    const name = command.name;
    const earlier = this.receipts.get(requestIdOf(command));
    if (earlier) return { ...earlier, repeated: true };
    const requestId = requestIdOf(command);
    const accepted = { requestId, command: name, stage: this.owner.stage, acceptedAt: this.owner.now() };
    const receipt = this.receipts.give(accepted, command.proof?.act);
    const rule = this.behaviour.policy?.confirmation(command);
    if (!rule) {
      this.carryOut(command, requestId);
      return receipt;
    }
    const digest = await this.propose(command, rule);
    this.owner.records.accepted('proposal', command, { requestId, row: this.table[name], digest });
    return this.receipts.proposed(receipt, digest);
  }

  private propose(command: AnyCommand<T>, rule: ApprovalRule): Promise<string> {
    const { policy } = this.behaviour;
    const terms = { rule, makers: policy?.makers() ?? [], expiresHours: policy?.expiresHours() ?? 0 };
    return this.proposals.add(this.aboutNow(command), this.table[command.name] as CommandRow, terms);
  }

  private carryOut(command: AnyCommand<T>, requestId = command.requestId ?? ''): void {
    const name = command.name;
    this.last = { command, stage: this.owner.stage, at: this.owner.now() };
    this.owner.records.accepted('command', command, { requestId, row: this.table[name] });
    const { what, note } = this.proposals.told(command);
    this.owner.note(`${command.role} ${command.actor}`, what, note);
    if (this.table[name]?.answers === true) this.answers.take(command, this.owner.now());
    else this.handlers[name]?.(command);
    this.behaviour.accepted?.(command);
    this.owner.publish();
  }
}

/** The longest message name that a refusal repeats, in characters. */
const NAME_MAX = 60;
