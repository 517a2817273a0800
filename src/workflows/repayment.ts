import { condition, continueAsNew, sleep, workflowInfo } from '@temporalio/workflow';
import { upsertSearchAttributes } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { businessNow, realDuration, type Clock } from '../domain/clock';
import type { CommandReceipt } from '../domain/commands';
import { repaymentCommands, type RepaymentCommands } from '../domain/loan-commands';
import { repaymentStages, type RepaymentStage } from '../domain/loan-stages';
import { nairaText } from '../domain/money';
import { chargeReference } from '../domain/references';
import {
  arrearsFrom,
  daysPastDue,
  dueAt,
  isPaid,
  oldestUnpaid,
  type Instalment,
} from '../domain/repayment-calendar';
import type { Deadlines } from '../domain/waits';
import type { RepaymentPolicy } from '../input/loan-input';
import { Case, type CarriedCase } from './case/case';
import { CommandDesk } from './case/desk';
import { refusalOf } from './case/failures';
import { attempt, poll, waitFor, within, type Steerable } from './case/steps';
import { serviceLanes } from './lanes';

/** What outlives a continue-as-new. */
interface Carried {
  readonly file: CarriedCase;
  readonly receipts: readonly CommandReceipt[];
  readonly schedule: readonly Instalment[];
  readonly charges: Readonly<Record<string, number>>;
  readonly chargingPaused: boolean;
}

/** A disbursed loan to be followed to its end. */
export interface RepaymentInput {
  readonly loanReference: string;
  readonly loanId: string;
  readonly customerId: string;
  readonly policy: RepaymentPolicy;
  readonly clock: Clock;
  readonly deadlines?: Deadlines;
  readonly carried?: Carried;
}

export interface RepaymentResult {
  readonly loanReference: string;
  readonly loanId: string;
  readonly stage: 'CLOSED';
}

/** Follows a loan instalment by instalment, from due date to due date, until nothing is left to pay. */
export async function repaymentWorkflow(input: RepaymentInput): Promise<RepaymentResult> {
  const repayment = new Repayment(input);
  if (!input.carried) await repayment.readSchedule();
  for (let next = repayment.next(); next; next = repayment.next()) {
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof repaymentWorkflow>(repayment.carry());
    await repayment.untilDue(next.instalment);
    await repayment.settle(next.number, next.instalment);
  }
  await repayment.confirmClosed();
  return { loanReference: input.loanReference, loanId: input.loanId, stage: 'CLOSED' };
}

const DAY_MS = 86_400_000;
const nextDueOn = defineSearchAttributeKey('NextDueOn', 'DATETIME');

class Repayment implements Steerable {
  readonly file: Case<RepaymentStage>;
  readonly remedies = ['retry'];
  recheckAsked = false;
  private readonly desk: CommandDesk<RepaymentStage, RepaymentCommands>;
  private readonly service;
  private schedule: readonly Instalment[];
  private chargingPaused: boolean;
  private chargeAsked = false;
  /** Charges made so far, by due date. */
  private readonly charges: Record<string, number>;

  constructor(private readonly input: RepaymentInput) {
    const { carried, loanReference, clock } = input;
    this.file = new Case<RepaymentStage>(
      {
        kind: 'repayment',
        reference: loanReference,
        stages: repaymentStages,
        first: 'REPAYING',
        stageAttribute: 'LoanStage',
      },
      clock,
      carried?.file,
    );
    this.file.deadlines = input.deadlines ?? {};
    this.schedule = carried?.schedule ?? [];
    this.charges = { ...carried?.charges };
    this.chargingPaused = carried?.chargingPaused ?? false;
    this.service = serviceLanes(clock);
    this.desk = new CommandDesk(this.file, repaymentCommands, this.atOnce(), carried?.receipts);
    Object.assign(this.file.facts, { loanId: input.loanId, customerId: input.customerId });
    this.showProgress();
  }

  askForRetry(): Promise<unknown> {
    return this.desk.ask('retry');
  }

  next(): ReturnType<typeof oldestUnpaid> {
    return oldestUnpaid(this.schedule);
  }

  carry(): RepaymentInput {
    const { schedule, charges, chargingPaused } = this;
    const carried = {
      file: this.file.carry(),
      receipts: this.desk.carry(),
      schedule,
      charges,
      chargingPaused,
    };
    return { ...this.input, carried };
  }

  async readSchedule(): Promise<void> {
    const { loanId } = this.input;
    const { schedule } = await attempt(this, 'Reading the repayment schedule', () =>
      this.service.routine.getRepaymentSchedule({ loanId }),
    );
    this.learn(
      schedule.map(({ dueDate, totalDue, paidAmount, status }) => ({
        dueOn: dueDate,
        totalDueKobo: totalDue,
        paidKobo: paidAmount,
        status,
      })),
    );
  }

  /** Sleeps until the due date, or until a person wants the schedule read now. */
  async untilDue({ dueOn }: Instalment): Promise<void> {
    const left = () => this.realMsUntil(dueAt(dueOn));
    upsertSearchAttributes([{ key: nextDueOn, value: new Date(dueAt(dueOn)) }]);
    while (left() > 0 && !this.chargeAsked) {
      const asked = () => condition(() => this.recheckAsked || this.chargeAsked).then(() => true);
      if (
        !(await waitFor(this, 'DUE_DATE', () => within(left(), asked), new Date(dueAt(dueOn)).toISOString()))
      )
        return;
      if (this.chargeAsked) return;
      this.recheckAsked = false;
      await this.readSchedule();
      if (this.next()?.instalment.dueOn !== dueOn) return;
    }
  }

  /** Charges or observes until the instalment is paid; once it is late, the loan is in arrears. */
  async settle(number: number, { dueOn }: Instalment): Promise<void> {
    for (;;) {
      const instalment = this.schedule.find((entry) => entry.dueOn === dueOn);
      if (!instalment || isPaid(instalment)) break;
      if (this.shouldCharge(dueOn)) await this.charge(number, instalment);
      else await this.observe(instalment);
    }
    const next = this.next();
    const stillLate =
      next && this.realMsUntil(arrearsFrom(next.instalment.dueOn, this.input.policy.graceDays)) <= 0;
    if (this.file.stage === 'ARREARS' && !stillLate) this.file.enter('REPAYING');
  }

  /** The service itself must call the loan closed. */
  async confirmClosed(): Promise<void> {
    const { customerId, loanId } = this.input;
    for (;;) {
      const loan = await attempt(this, 'Reading the loan', () =>
        this.service.routine.getActiveLoan({ customer_id: customerId }),
      );
      if (loan.loanId !== loanId || loan.loanStatus === 'CLOSED') break;
      this.file.raiseAttention(`every instalment is paid, but the service says ${loan.loanStatus}`, [
        'retry',
      ]);
      await this.desk.ask('retry');
    }
    this.file.enter('CLOSED');
  }

  private shouldCharge(dueOn: string): boolean {
    const { policy } = this.input;
    if (this.chargeAsked) return true;
    if (policy.mode !== 'charge' || this.chargingPaused) return false;
    const made = this.charges[dueOn] ?? 0;
    const notBefore = dueAt(dueOn) + made * policy.retryAfterDays * DAY_MS;
    return made < policy.maximumAttempts && this.realMsUntil(notBefore) <= 0;
  }

  /** One charge under a reference of its own. Too little money in the account is an outcome, not a failure. */
  private async charge(number: number, instalment: Instalment): Promise<void> {
    this.chargeAsked = false;
    const { loanId, loanReference } = this.input;
    const { dueOn, totalDueKobo, paidKobo } = instalment;
    const made = (this.charges[dueOn] = (this.charges[dueOn] ?? 0) + 1);
    const reference = chargeReference(loanReference, number, made);
    const amount = totalDueKobo - paidKobo;
    await attempt(this, `Charging instalment ${number}`, async () => {
      try {
        await this.service.urgent.chargeRepayment({ loanId, amount, reference });
        this.learn(
          this.schedule.map((entry) =>
            entry === instalment ? { ...entry, paidKobo: totalDueKobo, status: 'PAID' } : entry,
          ),
        );
        this.file.note('system', `Charged ${nairaText(amount)} for instalment ${number}`);
      } catch (error) {
        if (refusalOf(error)?.status !== 402) throw error;
        this.file.note(
          'system',
          `Charge ${made} of instalment ${number} was refused: too little money in the account`,
        );
      }
    });
  }

  /** Waits for a payment; comes back earlier when the loan falls into arrears or may be charged again. */
  private async observe({ dueOn }: Instalment): Promise<void> {
    const { loanId, policy } = this.input;
    const paid = async () => {
      const { instalments } = await poll(this, 'repayment', (pace) =>
        this.service.routine.awaitInstalmentPaid({ loanId, dueOn, pace }),
      );
      this.learn(instalments);
    };
    const late = this.realMsUntil(arrearsFrom(dueOn, policy.graceDays)) <= 0;
    if (late) this.fallIntoArrears(dueOn);
    const woken = () =>
      Promise.race([paid(), condition(() => this.shouldCharge(dueOn)), this.nextCharge(dueOn)]);
    await waitFor(this, 'REPAYMENT', () =>
      attempt(this, 'Reading the repayment schedule', () =>
        late ? woken() : within(this.realMsUntil(arrearsFrom(dueOn, policy.graceDays)), woken),
      ),
    );
  }

  private async nextCharge(dueOn: string): Promise<void> {
    const { policy } = this.input;
    const made = this.charges[dueOn] ?? 0;
    if (policy.mode !== 'charge' || made >= policy.maximumAttempts) return new Promise(() => undefined);
    await sleep(Math.max(1, this.realMsUntil(dueAt(dueOn) + made * policy.retryAfterDays * DAY_MS)));
  }

  private fallIntoArrears(dueOn: string): void {
    const now = businessNow(this.input.clock, Date.now());
    if (this.file.stage !== 'ARREARS') this.file.enter('ARREARS', `the instalment due on ${dueOn} is unpaid`);
    Object.assign(this.file.facts, { overdueSince: dueOn, daysPastDue: daysPastDue(dueOn, now) });
    this.file.raiseAttention(`the instalment due on ${dueOn} is unpaid`, [
      'recordPromise',
      'chargeNow',
      'recheck',
    ]);
  }

  private learn(schedule: readonly Instalment[]): void {
    this.schedule = schedule;
    this.showProgress();
  }

  private showProgress(): void {
    const { schedule } = this;
    const outstanding = schedule.reduce(
      (sum, { totalDueKobo, paidKobo }) => sum + totalDueKobo - paidKobo,
      0,
    );
    Object.assign(this.file.facts, {
      instalments: schedule.length,
      instalmentsPaid: schedule.filter(isPaid).length,
      outstandingKobo: outstanding,
      nextDueOn: this.next()?.instalment.dueOn ?? null,
    });
    this.file.publish();
  }

  private realMsUntil(businessMs: number): number {
    const { clock } = this.input;
    return realDuration(clock, businessMs - businessNow(clock, Date.now()));
  }

  private atOnce(): ConstructorParameters<typeof CommandDesk<RepaymentStage, RepaymentCommands>>[2] {
    const { file } = this;
    return {
      recheck: () => void (this.recheckAsked = true),
      recordPromise: ({ promisedOn }) => void (file.facts.promisedOn = promisedOn),
      pauseCharging: () => void (this.chargingPaused = true),
      resumeCharging: () => void (this.chargingPaused = false),
      chargeNow: () => void (this.chargeAsked = true),
      addNote: ({ actor, text }) => file.note(actor, 'Note', text),
      assign: ({ assignee }) => void (file.assignee = assignee),
    };
  }
}
