import { setHandler } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { givenIn } from '../../domain/case/acts';
import type { AuthorityState, Proof } from '../../domain/case/proof';
import type { Deadlines } from '../../domain/case/waits';
import { daysPastDue, dueAt } from '../../domain/repayment/calendar';
import { repaymentCommands, type RepaymentCommands } from '../../domain/repayment/commands';
import {
  isPaid,
  oldestUnpaid,
  owedKobo,
  type Instalment,
  type Unpaid,
} from '../../domain/repayment/instalments';
import type { LendingPolicy } from '../../domain/loan/policy';
import { repaymentStages, type RepaymentStage } from '../../domain/repayment/stages';
import { businessNow, realDuration, type Clock } from '../../domain/time/clock';
import { attributeKey } from '../../domain/wire/search-attributes';
import type { RepaymentPolicy } from '../../input/loan-input';
import { authority, bankProxies, type BankProxies } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { loanAttributes } from '../loan/attributes';
import { chargesQuery, notifiedSignal, scheduleQuery } from '../../domain/wire/messages';
import type { RepaymentResult } from '../results';
import { ChargeLog, type CarriedCharges } from './charge-log';
import { repaymentGuards, repaymentHandlers, repaymentPolicy } from './steering';

/** What a run of a repayment hands over to the next one. */
interface Carried {
  readonly schedule: readonly Instalment[];
  readonly charges: CarriedCharges;
  readonly isChargingPaused: boolean;
}

/** A disbursed loan to be followed to its end. */
export interface RepaymentInput {
  readonly loanReference: string;
  readonly loanId: string;
  /** The bank's id of the customer. */
  readonly customerId: string;
  /** The bank's id of the borrower's account; missing where the loan began before it was kept. */
  readonly accountId?: string | undefined;
  /** Of the accepted offer; missing where the loan began before it was kept. */
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
  readonly bank: BankProxies;
  readonly remedies = ['retry'];
  readonly charges = new ChargeLog();
  private isChargingPaused = false;
  private instalments: readonly Instalment[] = [];

  constructor(given: unknown) {
    const { clock, loanReference: reference } = givenIn(given) as RepaymentInput;
    super(
      given,
      {
        kind: 'repayment',
        reference,
        stages: repaymentStages,
        first: 'REPAYING',
        stageAttribute: 'LoanStage',
      },
      clock,
    );
    this.bank = bankProxies(clock);
    this.commands = new CommandHandler(this, repaymentCommands, {
      handlers: { ...this.sharedHandlers(), ...repaymentHandlers(this) },
      guards: repaymentGuards(this),
      policy: repaymentPolicy(this),
    });
    setHandler(chargesQuery, () => this.charges.allTaken());
    setHandler(scheduleQuery, () => this.instalments);
    setHandler(notifiedSignal, () => this.notify());
  }

  /** A loan has checked it before it started the repayment. */
  async parse(given: unknown): Promise<RepaymentInput> {
    const { under: _checked, ...input } = given as RepaymentInput;
    return { ...input, authority: await authority.acceptSuccession(given) };
  }

  opened({ deadlines, loanId, customerId, disbursedKobo }: RepaymentInput): void {
    this.deadlines = deadlines ?? {};
    Object.assign(this.facts, { loanId, customerId, ...(disbursedKobo !== undefined && { disbursedKobo }) });
  }

  askForRetry(): Promise<unknown> {
    return this.commands.ask('retry');
  }

  override moreAttributes(): SearchAttributeUpdatePair[] {
    const next = this.next();
    const nextDueAt = next ? new Date(dueAt(next.instalment.dueOn)) : null;
    return [...loanAttributes(this.definition.reference, this.input), { key: NEXT_DUE_ON, value: nextDueAt }];
  }

  next(): Unpaid | undefined {
    return oldestUnpaid(this.instalments);
  }

  /** The instalment that is due on a date, unless it is paid. */
  unpaid(dueOn: string): Instalment | undefined {
    return this.instalments.find((instalment) => instalment.dueOn === dueOn && !isPaid(instalment));
  }

  /** Takes over a schedule and shows what it means. */
  learn(schedule: readonly Instalment[]): void {
    this.instalments = schedule;
    const [settled, { overdueSince }] = [this.charges.settleBy(schedule), this.facts];
    if (settled) this.note('system', `The pending charge ${settled.reference} was taken`);
    Object.assign(this.facts, {
      ...(typeof overdueSince === 'string' && { daysPastDue: daysPastDue(overdueSince, this.nowMs) }),
      instalments: schedule.length,
      instalmentsPaid: schedule.filter(isPaid).length,
      repaidKobo: schedule.reduce((sum, instalment) => sum + instalment.paidKobo, 0),
      outstandingKobo: schedule.reduce((sum, instalment) => sum + owedKobo(instalment), 0),
      nextDueOn: this.next()?.instalment.dueOn ?? null,
    });
    this.publish();
  }

  get schedule(): readonly Instalment[] {
    return this.instalments;
  }

  /** Whether the policy may charge by itself. */
  get mayCharge(): boolean {
    return this.input.policy.mode === 'charge' && !this.isChargingPaused;
  }

  get nowMs(): number {
    return businessNow(this.clock, Date.now());
  }

  /** Real milliseconds until a business instant; negative once it has passed. */
  realMsUntil(businessMs: number): number {
    return realDuration(this.clock, businessMs - this.nowMs);
  }

  protected ownState(): Carried {
    const { instalments: schedule, isChargingPaused } = this;
    return { schedule, charges: this.charges.carry(), isChargingPaused };
  }

  protected takeOver(own: unknown): void {
    const { schedule, charges, isChargingPaused } = own as Carried;
    this.instalments = schedule;
    this.charges.takeOver(charges);
    this.isChargingPaused = isChargingPaused;
  }

  close(): RepaymentResult {
    this.enter('CLOSED');
    return { loanReference: this.input.loanReference, loanId: this.input.loanId, stage: 'CLOSED' };
  }

  pauseCharging(isPaused: boolean): void {
    this.isChargingPaused = isPaused;
  }
}
