import { condition, patched, setHandler } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { givenIn } from '../../domain/case/acts';
import type { AuthorityState, Proof } from '../../domain/case/proof';
import type { Deadlines } from '../../domain/case/waits';
import { dueAt, figuresOf, type Instalment } from '../../domain/repayment/instalments';
import { RepaymentBook } from '../../domain/repayment/book';
import { chargeText, type Charge } from '../../domain/repayment/charge';
import { repaymentCommands, type RepaymentCommands } from '../../domain/repayment/commands';
import {
  concernOf,
  isSameWait,
  nextAct,
  overdueOn,
  type Act,
  type Known,
} from '../../domain/repayment/next-act';
import type { LendingPolicy } from '../../domain/loan/policy';
import { repaymentStages, type RepaymentStage, type RepaymentResult } from '../../domain/repayment/stages';
import { businessNow, type Clock } from '../../domain/time/clock';
import { lagosDayOf } from '../../domain/time/lagos-days';
import { attributeKey, loanAttributes } from '../../domain/wire/search-attributes';
import type { RepaymentPolicy } from '../../domain/loan/input';
import { inPlace } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { chargesQuery, notifiedSignal, scheduleQuery } from '../../domain/wire/messages';
import { carriedOver } from './handover';
import { repaymentGuards, repaymentHandlers, repaymentPolicy } from './steering';

/** A disbursed loan to be followed to its end. */
export interface RepaymentInput {
  readonly loanReference: string;
  readonly loanId: string;
  readonly customerId: string;
  /** The bank's id of the borrower's account; missing where the loan began before it was kept. */
  readonly accountId?: string | undefined;
  /** The amount of the accepted offer; missing where the loan began before it was kept. */
  readonly disbursedKobo?: number | undefined;
  readonly policy: RepaymentPolicy;
  /** The worker's policy; missing where the loan began before it had any. */
  readonly lending?: LendingPolicy | undefined;
  readonly clock: Clock;
  readonly deadlines?: Deadlines | undefined;
  /** The proof of the loan; once it is checked, `authority`. */
  readonly under?: Proof;
  readonly authority?: AuthorityState;
}

const NEXT_DUE_ON = attributeKey('NextDueOn');

/** One loan in repayment: its state, its commands, its schedule, and the bank seen from it. */
export class RepaymentCase extends SteerableCase<
  RepaymentStage,
  RepaymentCommands,
  RepaymentInput,
  RepaymentResult
> {
  readonly commands: CommandHandler<RepaymentStage, RepaymentCommands>;
  readonly book: RepaymentBook;
  /** Whether people have said that the loan is repaid, whatever the bank shows. */
  isSaidRepaid = false;
  private isChargingPaused: boolean;
  /** The last concern that was shown. */
  private concern: string | undefined;
  private isTold = false;
  private questions = 0;
  private readings = 0;

  constructor(given: unknown) {
    const { clock, loanReference: reference } = givenIn(given) as RepaymentInput;
    const carried = carriedOver(given) as ReturnType<RepaymentCase['carryOver']> | undefined;
    const definition = {
      kind: 'repayment',
      reference,
      stages: repaymentStages,
      stageAttribute: 'LoanStage',
    } as const;
    super(given, definition, clock, carried);
    this.book = new RepaymentBook(carried?.book);
    this.isChargingPaused = carried?.isChargingPaused ?? false;
    this.concern = carried?.concern;
    if (carried) {
      this.replaceInput(carried.input);
      this.deadlines = carried.input.deadlines ?? {};
    }
    this.commands = new CommandHandler(this, repaymentCommands, {
      handlers: repaymentHandlers(this),
      guards: repaymentGuards(this),
      policy: repaymentPolicy(this),
    });
    setHandler(chargesQuery, () => this.book.taken());
    setHandler(scheduleQuery, () => this.book.instalments);
    this.hear(notifiedSignal, () => this.notify());
  }

  /** Whether an earlier run has begun it. */
  get isContinued(): boolean {
    return this.carried !== undefined;
  }

  override async begin(): Promise<void> {
    if (!this.carried) return super.begin();
    // A worker checks that it was the previous run that handed this over.
    this.records.audit.begun(await inPlace.acceptSuccession(this.given));
    this.deadlineTimer.watch();
    this.publish();
  }

  /** The loan checked the input before it started the repayment. */
  async parse(given: unknown): Promise<RepaymentInput> {
    const { under: _checked, ...input } = given as RepaymentInput;
    return { ...input, authority: await inPlace.acceptSuccession(given) };
  }

  opened({ deadlines, loanId, customerId, disbursedKobo }: RepaymentInput): void {
    this.deadlines = deadlines ?? {};
    Object.assign(this.facts, { loanId, customerId, ...(disbursedKobo !== undefined && { disbursedKobo }) });
  }

  /** People may close it as repaid only if the bank shows nothing unpaid. */
  get remedies(): readonly ('retry' | 'closeAsRepaid')[] {
    return this.book.next() ? ['retry'] : ['retry', 'closeAsRepaid'];
  }

  override get changes(): number {
    return this.book.changes;
  }

  override async askForRetry(): Promise<void> {
    const { name } = await this.commands.ask(...this.remedies);
    this.isSaidRepaid = name === 'closeAsRepaid';
  }

  override moreAttributes(): SearchAttributeUpdatePair[] {
    const next = this.book.next();
    const nextDueAt = next ? new Date(dueAt(next.dueOn)) : null;
    return [...loanAttributes(this.definition.reference, this.input), { key: NEXT_DUE_ON, value: nextDueAt }];
  }

  /** Takes over a schedule that was just read, and shows what it means. */
  learn(schedule: readonly Instalment[]): void {
    const settled = this.book.learn(schedule, this.nowMs);
    if (settled)
      this.note(
        'system',
        `${chargeText(settled)}, or somebody transferred as much: the schedule shows it as paid`,
      );
    this.showFigures();
  }

  /** Shows nothing, and counts no promise as met, before the bank has shown a schedule. */
  showFigures(): void {
    this.showCharge();
    if (this.book.instalments.length > 0) {
      Object.assign(this.facts, figuresOf(this.book.instalments));
      this.showPromise();
    }
    this.publish();
  }

  /** A promise is met on the day when everything due by then, or else the next instalment, is first seen as paid. */
  private showPromise(): void {
    const { promisedOn, promisedDueOn = promisedOn, promiseMetOn, nextDueOn } = this.facts;
    if (typeof promisedDueOn !== 'string') return;
    const isMet = nextDueOn == null || nextDueOn > promisedDueOn;
    // A payment can be taken back.
    this.facts.promiseMetOn = isMet ? (promiseMetOn ?? lagosDayOf(this.nowMs)) : null;
  }

  nextAct(): Act {
    return nextAct(this.known);
  }

  /** Whether a charge that did not go out yet may still do so. */
  isWanted({ reference }: Charge): boolean {
    const { open } = this.book;
    return !this.isChargingPaused || (open?.reference === reference && open.asked !== undefined);
  }

  /** Shows what the loan waits for, whether it is in arrears, and why a person is needed. */
  showStanding(): void {
    this.showArrears();
    const next = this.book.next();
    const { open } = this.book;
    const wait = open ? 'CHARGE' : 'REPAYMENT';
    this.showCharge();
    const until = next && wait === 'REPAYMENT' ? new Date(dueAt(next.dueOn)).toISOString() : undefined;
    if (this.waiting?.for !== wait || this.waiting.until !== until) {
      // The attention of the previous wait ends with that wait.
      if (this.attention?.cause !== this.concern) this.settleAttention();
      this.startWaiting(wait, until);
    }
    this.showConcern();
  }

  showCharge(): void {
    delete this.facts.openCharge;
    delete this.facts.openChargeKobo;
    delete this.facts.openChargeDueOn;
    delete this.facts.chargeAsked;
    Object.assign(this.facts, this.book.unsettled);
  }

  private showArrears(): void {
    const overdueSince = overdueOn(this.known);
    if (overdueSince === undefined && this.stage === 'REPAYING') return;
    this.facts.overdueSince = overdueSince ?? null;
    if (overdueSince === undefined) this.enter('REPAYING');
    else this.enter('ARREARS', `the instalment due on ${overdueSince} is unpaid`);
    this.publish();
  }

  private showConcern(): void {
    const concern = concernOf(this.known);
    const shown = this.attention?.cause;
    if (shown === concern || (shown !== undefined && shown !== this.concern)) return;
    this.concern = concern;
    if (concern === undefined) this.settleAttention();
    else this.raiseAttention(concern, ['recordPromise', 'chargeNow', 'resolveCharge', 'recheck']);
  }

  private get known(): Known {
    const { input, book, isChargingPaused: isPaused, nowMs } = this;
    const { loanReference, policy } = input;
    return { loanReference, book, policy, isPaused, nowMs, isPatched: patched };
  }

  /** A person's command may have changed the next act. */
  tell(): void {
    this.isTold = true;
  }

  /** Ends once a person's command has changed the next act. */
  untilOtherThan(act: Act): Promise<void> {
    this.isTold = false;
    return condition(() => this.isTold && !isSameWait(this.nextAct(), act));
  }

  get nowMs(): number {
    return businessNow(this.clock, Date.now());
  }

  get root(): Proof | undefined {
    return this.commands.acts.root;
  }

  get turns(): number {
    return this.messages + this.readings;
  }

  /** Only waits may be under way: the next run begins them anew. */
  get isAtRest(): boolean {
    const isWoken = this.recheckAsked || this.notified;
    return this.questions === 0 && !isWoken && !this.commands.answers.areAskedFor && !this.steps.isStalled;
  }

  carryOver() {
    const { input, isChargingPaused, concern } = this;
    return {
      // The input that began the repayment, as its loan gave it.
      given: this.commands.acts.begunWith,
      input,
      file: this.carry(),
      commands: this.commands.carry(),
      book: this.book.carry(),
      isChargingPaused,
      concern,
    };
  }

  /** Asks the bank something that the next run would not ask again; a handover waits for the answer. */
  async ask<R>(question: () => Promise<R>): Promise<R> {
    this.questions++;
    this.readings++;
    try {
      return await question();
    } finally {
      this.questions--;
    }
  }

  close(): RepaymentResult {
    this.enter('CLOSED');
    return { loanReference: this.input.loanReference, loanId: this.input.loanId, stage: 'CLOSED' };
  }

  pauseCharging(isPaused: boolean): void {
    this.isChargingPaused = isPaused;
    this.facts.charging = isPaused ? 'stopped' : 'by the policy';
    if (isPaused && this.book.takeBack())
      this.note('system', 'Nothing is charged of what an officer asked for, unless the bank has it already');
    this.tell();
  }
}
