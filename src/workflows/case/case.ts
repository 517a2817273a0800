import type { SearchAttributeUpdatePair } from '@temporalio/common';
import type { CommandTable, STANDING } from '../../domain/case/commands';
import type { Payload } from '../../domain/case/fields';
import {
  waitingFor,
  waitingIn,
  type Attention,
  type CaseDefinition,
  type CaseSnapshot,
  type ChecklistItem,
  isReminder,
  type Waiting,
} from '../../domain/case/snapshot';
import type { Deadlines, WaitName } from '../../domain/case/waits';
import { businessNow, REAL_TIME, type Clock } from '../../domain/time/clock';
import { stallText } from '../../domain/wire/failure-types';
import type { CommandHandler } from './command-handler';
import { DeadlineTimer } from './deadline-timer';
import { Publication } from './publication';
import { CaseRecords, SendMarks } from './records/case-records';

/** Commands that help no case on. */
const NO_HELP: readonly string[] = ['assign', 'addNote', 'revealNumber'];

/** The one state of a workflow: stage, what it waits for, what needs attention, what happened. */
export abstract class Case<S extends string> {
  deadlines: Deadlines = {};
  assignee: string | undefined;
  readonly facts: Record<string, string | number | null> = {};
  private currentStage: S;
  /** When the case entered its stage, ISO 8601; by real time until the clock is known. */
  since: string;
  /** The beginning of the first stage by the clock that came with the input, in which people read it. */
  private begunAt: string | undefined;
  /** When attention was settled last, ISO 8601. */
  settledAt: string | undefined;
  private current: { waiting?: Waiting; attention?: Attention };
  readonly steps = new StepsUnderWay(this);
  readonly sends = new SendMarks();
  readonly records: CaseRecords;
  readonly deadlineTimer = new DeadlineTimer(this);
  readonly publication = new Publication(this);

  constructor(
    readonly definition: CaseDefinition<S>,
    public clock: Clock = REAL_TIME,
    carried?: ReturnType<Case<string>['carry']>,
  ) {
    this.currentStage = (carried?.stage ?? Object.keys(definition.stages)[0]) as S;
    this.since = carried?.since ?? this.now();
    this.assignee = carried?.assignee;
    this.records = new CaseRecords(this, carried);
    Object.assign(this.facts, carried?.facts);
    this.settledAt = carried?.settledAt;
    this.current = { ...carried?.current };
  }

  checklist(): readonly ChecklistItem[] {
    return [];
  }

  abstract readonly commands: Pick<CommandHandler<string, CommandTable>, 'allowed' | 'proposals'>;

  /** Search attributes beyond those that every case has. */
  moreAttributes(): SearchAttributeUpdatePair[] {
    return [];
  }

  /** Business time, ISO 8601. */
  now(): string {
    return new Date(businessNow(this.clock, Date.now())).toISOString();
  }

  protected goBy(clock: Clock): void {
    if (this.clock === REAL_TIME)
      this.begunAt = new Date(businessNow(clock, Date.parse(this.since))).toISOString();
    this.clock = clock;
  }

  get stage(): S {
    return this.currentStage;
  }

  get ended(): boolean {
    return this.definition.stages[this.currentStage].final === true;
  }

  get attention(): Attention | undefined {
    return this.current.attention;
  }

  get waiting(): Waiting | undefined {
    return this.current.waiting;
  }

  /** The stage and the finding that a command about the case's standing refers to. */
  get standing(): Payload<typeof STANDING> {
    const { currentStage: stage, since, attention } = this;
    return { stage, since, ...(attention && !isReminder(this) && { finding: attention.cause }) };
  }

  /** How often what people decide about has become another: changed, held back, or sent; `undefined` where it cannot be. */
  get changes(): number | undefined {
    return undefined;
  }

  /** Whether no step may begin now; those that have begun go on. */
  get isHeldBack(): boolean {
    return false;
  }

  /** The only place where the stage changes; a move that the table does not have is a mistake in our code. */
  enter(stage: S, why?: string): void {
    if (stage === this.currentStage) return;
    const { next } = this.definition.stages[this.currentStage];
    if (!next.includes(stage))
      throw new Error(`no move from ${this.currentStage} to ${stage} in the table of stages`);
    this.currentStage = stage;
    this.since = this.now();
    this.begunAt = undefined;
    this.current = {};
    this.deadlineTimer.watch();
    this.records.entered(stage, this.definition.stages[stage], why);
    this.publish();
  }

  /** Adds to the timeline. Notes must hold no personal data. */
  note(by: string, what: string, note?: string): void {
    this.records.note(by, what, note);
  }

  startWaiting(name: WaitName, until?: string): void {
    this.current.waiting = waitingFor(name, this.now(), until);
    this.records.audit.storeSoon();
    this.deadlineTimer.watch();
    this.publish();
  }

  /** Ends the wait, and with it whatever needed attention; shown with the next change. */
  stopWaiting(): void {
    this.current = {};
    this.deadlineTimer.watch();
  }

  /** Without `actions`, offers every command that the case takes now, except those that only tell. */
  raiseAttention(cause: string, actions?: readonly string[], since = this.now()): void {
    this.current.attention = { cause, since, actions: [] };
    const helping = actions ?? this.commands.allowed().filter((name) => !NO_HELP.includes(name));
    this.current.attention = { ...this.current.attention, actions: helping };
    this.note('system', `Needs attention: ${cause}`);
    this.records.audit.storeSoon();
    this.publish();
  }

  settleAttention(): void {
    if (!this.current.attention) return;
    delete this.current.attention;
    this.settledAt = this.now();
    this.deadlineTimer.watch();
    this.publish();
  }

  /** The state that every case has, as a run hands it over to the next one. */
  carry() {
    const { currentStage: stage, current, since, facts, settledAt, assignee } = this;
    return { stage, since, facts, current, ...this.records.carry(), settledAt, assignee };
  }

  /** The case now, as the query `case` returns it. */
  snapshot(): CaseSnapshot {
    const { ended, commands, stage } = this;
    const { kind, reference, stages } = this.definition;
    const allowed = commands.allowed();
    const attention = this.attention ?? (ended ? undefined : commands.proposals.attention);
    const waiting = this.waiting && waitingIn(stages[stage], this.waiting);
    // A remedy that the case does not take now would only mislead.
    const possible = attention?.actions.filter((action) => allowed.includes(action)) ?? [];
    return {
      ...{ kind, reference, stage, stageTitle: stages[stage].title },
      since: this.begunAt ?? this.since,
      ...(this.changes !== undefined && { changes: this.changes }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
      ...(waiting && { waiting }),
      ...(attention && { attention: { ...attention, actions: possible } }),
      checklist: this.checklist(),
      facts: this.facts,
      commands: allowed,
      timeline: this.records.timeline.entries,
      ended,
    };
  }

  publish(): void {
    this.publication.publish();
  }
}

interface Step {
  readonly name: string;
  readonly activity: string | undefined;
}

/** The steps that a case carries out now. A step that repeats without progress needs attention until it is over. */
class StepsUnderWay {
  private readonly steps: Step[] = [];
  private stalled: { readonly step: Step; readonly attention: Attention | undefined } | undefined;

  constructor(private readonly owner: Case<string>) {}

  /** `activity` marks a step that runs beside the stages. */
  async run<R>(name: string, act: () => Promise<R>, activity?: string): Promise<R> {
    const step = { name, activity };
    this.steps.push(step);
    try {
      return await act();
    } finally {
      this.steps.splice(this.steps.indexOf(step), 1);
      if (this.stalled?.step === step) {
        if (this.isStalled) this.owner.settleAttention();
        this.stalled = undefined;
      }
    }
  }

  /** Raises attention for an activity that repeats without progress; earlier attention stays as it is. */
  stall(given: unknown): void {
    const { failureType, activity } = Object(given) as { failureType?: unknown; activity?: unknown };
    const step = this.stepOf(activity);
    const cause = stallText(failureType);
    if (step === undefined || cause === undefined || this.owner.attention) return;
    this.owner.raiseAttention(`${step.name}: it ${cause}`);
    this.stalled = { step, attention: this.owner.attention };
  }

  /** Whether the attention is about a step that repeats without progress. */
  get isStalled(): boolean {
    return this.stalled !== undefined && this.stalled.attention === this.owner.attention;
  }

  private stepOf(activity: unknown): Step | undefined {
    const own = this.steps.findLast((step) => step.activity !== undefined && step.activity === activity);
    return own ?? this.steps.findLast((step) => step.activity === undefined);
  }
}
