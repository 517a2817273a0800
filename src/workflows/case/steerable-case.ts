import { setHandler, type SignalDefinition } from '@temporalio/workflow';
import {
  detailsQuery,
  identityNumbersQuery,
  stalledSignal,
  unknownWordSignal,
} from '../../domain/wire/messages';
import type { AuthorityState } from '../../domain/case/proof';
import type { CommandTable } from '../../domain/case/commands';
import { detailsIn, identityNumbersIn, type CaseDetails } from '../../domain/case/details';
import type { CaseDefinition, CaseSnapshot } from '../../domain/case/snapshot';
import type { Clock } from '../../domain/time/clock';
import { caseId } from '../../domain/wire/workflow-ids';
import { bankProxies, type BankProxies } from '../activity-proxies';
import type { CaseApproval } from './agreement';
import { Case } from './case';
import type { CommandHandler } from './command-handler';
import type { AnswerName } from './commands/behaviour';
import { CaseExit, requireWorkflowId, RunningStages } from './run-case';
import type { Steerable } from './steps';

/**
 * The most signals that a run acts on: each valid one adds a dozen events, and the server ends a run whose
 * history is too long. They are counted, since a replay sees another history length.
 */
const SIGNALS_MAX = 500;

/** The part that every case has of the state that a run hands over to the next one. */
interface CarriedOver {
  readonly file: ReturnType<Case<string>['carry']>;
  readonly commands: ReturnType<CommandHandler<string, CommandTable>['carry']>;
}

/** The fields of a parsed input that mean the same in every kind of case. */
interface Begun {
  readonly reference?: string;
  readonly authority?: AuthorityState;
  readonly branch?: string;
  readonly clock?: Clock;
  readonly createdBy?: unknown;
}

/**
 * A case that people steer with commands (table `T`) and that `runCase` runs: from its input `I`, through its stages
 * `S`, to its result `R`. `run-case.ts` tells how one is written.
 */
export abstract class SteerableCase<S extends string, T extends CommandTable, I, R>
  extends Case<S>
  implements Steerable
{
  /** Given its handlers and guards by the constructor of each kind of case. */
  abstract override readonly commands: CommandHandler<S, T>;
  readonly running = new RunningStages<S>();
  /** Only in kinds of case that others have to approve as a whole. */
  readonly approval?: CaseApproval;
  /** Set by the command `recheck`; cleared by the poll that acts on it. */
  recheckAsked = false;
  /** Set when an event arrived that may concern the case; cleared as above. */
  notified = false;
  /** Messages that this run received; `signals` counts those signals that made sense. */
  protected messages = 0;
  private signals = 0;
  private parsed: I | undefined;
  private proxies: BankProxies | undefined;

  /** `carried`: the state that the run before has handed over. */
  constructor(
    protected readonly given: unknown,
    definition: CaseDefinition<S>,
    clock?: Clock,
    readonly carried?: CarriedOver,
  ) {
    super(definition, clock, carried?.file);
    this.hear(stalledSignal, (stall: unknown) => this.steps.stall(stall));
    setHandler(detailsQuery, () => (this.isParsed ? this.details() : undefined));
    setHandler(identityNumbersQuery, () => (this.isParsed ? identityNumbersIn(this.inputNow()) : undefined));
    setHandler(unknownWordSignal, (word: unknown) => this.deadlineTimer.noteUnknownWord(word));
  }

  abstract get remedies(): readonly string[];
  abstract parse(given: unknown): Promise<I>;
  abstract opened(input: I): void;
  abstract close(stage: S, reason?: string): R | Promise<R>;

  /** Every kind of case has `retry`. */
  askForRetry(): Promise<unknown> {
    return this.commands.ask('retry' as AnswerName<T>);
  }

  get bank(): BankProxies {
    return (this.proxies ??= bankProxies(this.clock));
  }

  /** The case itself: some steps have other remedies than their case. */
  get owner(): this {
    return this;
  }

  /** The parsed input; before it is parsed, the input as given. */
  get input(): I {
    return this.parsed ?? (this.given as I);
  }

  get isParsed(): boolean {
    return this.parsed !== undefined;
  }

  /**
   * Parses the input, whose reference the workflow's id must have, and opens the case.
   * @throws ApplicationFailure (INVALID_INPUT) that fails the workflow.
   */
  async begin(): Promise<void> {
    this.commands.acts.begunWith = this.given;
    const input = await this.parse(this.given);
    const { reference, authority, branch, clock = this.clock, createdBy } = Object(input) as Begun;
    // Some banks take a second application, or payout, under a used reference.
    if (reference !== undefined) requireWorkflowId(caseId(this.definition.kind, reference));
    this.parsed = input;
    this.goBy(clock);
    this.commands.acts.begun(authority);
    this.opened(input);
    if (branch !== undefined) this.facts.branch = branch;
    if (authority) this.records.begun(authority, createdBy);
    this.publish();
  }

  override snapshot(): CaseSnapshot {
    const proposals = this.commands.proposals.shown();
    const approval = this.ended ? undefined : this.approval?.shown;
    return {
      ...super.snapshot(),
      ...(!this.ended && proposals.length > 0 && { proposals }),
      ...(approval && { approval }),
    };
  }

  /** The current input, as people see it. */
  protected details(): CaseDetails {
    return detailsIn(this.inputNow());
  }

  /** The input with the corrections made outside of it. */
  protected inputNow(): unknown {
    return this.input;
  }

  recheck(): void {
    this.recheckAsked = true;
  }

  /** An event arrived that may concern the case: a poll reads in its turn. */
  notify(): void {
    this.notified = true;
  }

  countMessage(): void {
    this.messages++;
  }

  mayActOnSignal(): boolean {
    return ++this.signals <= SIGNALS_MAX;
  }

  /** Hears news by signal, as long as the run acts on signals. */
  hear<A extends unknown[]>(signal: SignalDefinition<A>, handle: (...given: A) => void): void {
    setHandler(signal, (...given: A) => {
      this.countMessage();
      if (this.mayActOnSignal()) handle(...given);
    });
  }

  /** Ends the case from inside a stage; nothing after it is carried out. */
  leave(stage: S, reason: string): never {
    throw new CaseExit(stage, reason);
  }

  /** Ends the case from a command: the stages that run are cancelled. */
  stop(stage: S, reason: string): void {
    this.running.stop(new CaseExit(stage, reason));
  }

  protected replaceInput(input: I): void {
    this.parsed = input;
  }

  /** Handlers of the commands that nearly every kind of case has. */
  sharedHandlers() {
    return {
      recheck: () => this.recheck(),
      addNote: ({ actor, text }: { actor: string; text: string }) => this.note(actor, 'Note', text),
      assign: ({ assignee }: { assignee: string }) => void (this.assignee = assignee),
      revealNumber: () => undefined,
    };
  }

  /** Guards of those commands: a number is shown once the audit has stored who asked for it. */
  sharedGuards() {
    return {
      revealNumber: {
        around: async <R>(decide: () => Promise<R>): Promise<R> => {
          const receipt = await decide();
          await this.records.stored();
          return receipt;
        },
      },
    };
  }
}
