import { condition, setHandler } from '@temporalio/workflow';
import { stalledSignal, unknownWordSignal } from '../../domain/wire/messages';
import type { AuthorityState, Proof } from '../../domain/case/proof';
import type { CommandTable } from '../../domain/case/commands';
import type { Attention, CaseDefinition, CaseSnapshot } from '../../domain/case/snapshot';
import type { Clock } from '../../domain/time/clock';
import { authority } from '../activity-proxies';
import type { CaseApproval } from './approval';
import { Case } from './case';
import type { CommandHandler } from './command-handler';
import { CaseExit, RunningStages } from './exit';
import { carriedOver, type Carried } from './runs/carried';
import { underWay } from './runs/under-way';
import type { RunnableCase } from './run-case';
import type { Steerable } from './steps';

/** How long a command waits at most for the stages to come back, in real milliseconds. */
const BACK_MS = 10_000;

/**
 * A case that people steer with commands (table `T`) and that `runCase` runs: from its input `I`, through its stages
 * `S`, to its result `R`. `run-case.ts` tells how one is written.
 */
export abstract class SteerableCase<S extends string, T extends CommandTable, I, R>
  extends Case<S>
  implements Steerable, RunnableCase<S, R>
{
  /** Given its handlers and guards by the constructor of each kind of case. */
  abstract readonly commands: CommandHandler<S, T>;
  readonly running = new RunningStages<S>();
  /** Of kinds of case that others have to approve as a whole. */
  readonly approval?: CaseApproval;
  recheckAsked = false;
  notified = false;
  private parsed: I | undefined;
  /** What the run before has handed over. */
  readonly carried: Carried | undefined;
  private goesOn: boolean;

  constructor(
    private readonly given: unknown,
    definition: CaseDefinition<S>,
    clock?: Clock,
  ) {
    const carried = carriedOver(given);
    super(definition, clock, carried?.file);
    this.carried = carried;
    this.goesOn = carried === undefined;
    setHandler(stalledSignal, (given: unknown) => this.steps.stall(given));
    setHandler(unknownWordSignal, (given: unknown) => this.deadlineTimer.noteUnknownWord(given));
  }

  /** Commands that help when the bank refuses a step; `retry` is always among them. */
  abstract get remedies(): readonly string[];
  /** Waits until a person says that the refused step is to be tried again. */
  abstract askForRetry(): Promise<unknown>;
  abstract parse(given: unknown): Promise<I>;
  abstract opened(input: I): void;
  /** What only this kind of case knows, for the next run; plain data. */
  protected abstract ownState(): object;
  /** Takes over what the run before knew. */
  protected abstract takeOver(own: unknown): void;
  abstract close(stage: S, reason?: string): R | Promise<R>;

  /** The case itself: some steps have other remedies than their case. */
  get owner(): this {
    return this;
  }

  /** The parsed input; before it is parsed, what was given. */
  get input(): I {
    return this.parsed ?? (this.given as I);
  }

  get isParsed(): boolean {
    return this.parsed !== undefined;
  }

  /** Whether nothing keeps the case in this run. */
  get mayHandOver(): boolean {
    return this.isParsed && !this.ended && !this.running.areStopped;
  }

  get root(): Proof | undefined {
    return this.commands.acts.root;
  }

  carryOver(): Carried {
    const { given, carried, parsed: input } = this;
    const before = carried ? carried.given : given;
    return {
      ...{ given: before, input, file: this.carry() },
      ...{ commands: this.commands.carry(), own: this.ownState() },
    };
  }

  async begin(): Promise<void> {
    await (this.carried ? this.goOn(this.carried) : this.open());
    this.publish();
  }

  /** Goes on where the run before has ended; a worker looks whether it was that run which handed this over. */
  private async goOn({ input, own }: Carried): Promise<void> {
    this.parsed = input as I;
    this.takeOver(own);
    this.deadlineTimer.watch();
    this.records.begun(await authority.acceptSuccession(this.given), undefined);
  }

  private async open(): Promise<void> {
    this.commands.acts.begunWith = this.given;
    this.parsed = await this.parse(this.given);
    const { authority, createdBy } = Object(this.parsed) as {
      authority?: AuthorityState;
      createdBy?: unknown;
    };
    this.commands.acts.begun(authority);
    this.opened(this.parsed);
    const { branch } = Object(this.parsed) as { branch?: string };
    if (branch !== undefined) this.facts.branch = branch;
    if (authority) this.records.begun(authority, createdBy);
  }

  get isBack(): boolean {
    return this.goesOn;
  }

  /** Waits until the stages stand where the earlier run has ended; not for long where the bank lets them wait. */
  async untilBack(): Promise<void> {
    await condition(() => this.goesOn, BACK_MS);
    this.goesOn = true;
  }

  /** The stages have begun to be carried out. */
  stagesBegun(): void {
    let looks = 0;
    const own = underWay();
    // Looked at first once everything has run that can run now.
    void condition(() => ++looks > 1 && own.isNothing).then(() => (this.goesOn = true));
  }

  /** The commands that the case takes now. */
  override commandsNow(): readonly string[] {
    return this.commands.allowed();
  }

  override get undecided(): Attention | undefined {
    return this.ended ? undefined : this.commands.proposals.attention;
  }

  override get lapsesAt(): string | undefined {
    return this.ended ? undefined : this.commands.proposals.lapsesAt;
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

  /** A person asks to read now. */
  recheck(): void {
    this.recheckAsked = true;
  }

  /** An event arrived that may concern the case: a poll reads in its turn. */
  notify(): void {
    this.notified = true;
  }

  /** Ends the case from inside a stage; nothing after it is carried out. */
  leave(stage: S, reason: string): never {
    throw new CaseExit(stage, reason);
  }

  /** Ends the case from a command: the stages that run are cancelled. */
  protected stop(stage: S, reason: string): void {
    this.running.stop(new CaseExit(stage, reason));
  }

  /** Replaces the input, by a command or by what the bank has told. */
  protected replaceInput(input: I): void {
    this.parsed = input;
  }

  /** Handlers of the commands that nearly every kind of case has. */
  protected sharedHandlers() {
    return {
      recheck: () => this.recheck(),
      addNote: ({ actor, text }: { actor: string; text: string }) => this.note(actor, 'Note', text),
      assign: ({ assignee }: { assignee: string }) => void (this.assignee = assignee),
    };
  }
}
