import { setHandler, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { businessNow, realDuration, type Clock } from '../../domain/clock';
import type { CommandReceipt } from '../../domain/commands';
import { repaymentCommands, type RepaymentCommands } from '../../domain/loan-commands';
import { repaymentStages, type RepaymentStage } from '../../domain/loan-stages';
import { dueAt, isPaid, oldestUnpaid, type Instalment } from '../../domain/repayment-calendar';
import type { Deadlines } from '../../domain/waits';
import type { RepaymentPolicy } from '../../input/loan-input';
import { Case, type CarriedCase } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { chargesQuery, newsArrivedSignal } from '../messages';
import { loanAttributes } from '../loan-attributes';
import { serviceLanes, type ServiceLanes } from '../lanes';
import type { TakenCharge } from '../results';

/** What outlives a continue-as-new. */
interface Carried {
  readonly file: CarriedCase;
  readonly receipts: readonly CommandReceipt[];
  readonly schedule: readonly Instalment[];
  readonly charges: Readonly<Record<string, number>>;
  readonly taken?: readonly TakenCharge[];
  readonly chargingPaused: boolean;
  readonly chargeAsked: boolean;
}

/** A disbursed loan to be followed to its end. */
export interface RepaymentInput {
  readonly loanReference: string;
  readonly loanId: string;
  /** The service's id of the customer. */
  readonly customerId: string;
  /** The service's id of the borrower's account; missing where the loan began before it was kept. */
  readonly accountId?: string | undefined;
  readonly policy: RepaymentPolicy;
  readonly clock: Clock;
  readonly deadlines?: Deadlines | undefined;
  readonly carried?: Carried;
}

/** Events after which a run hands over to the next, well below what the server suggests. */
const HISTORY_MAX = 2_000;

const NEXT_DUE_ON = defineSearchAttributeKey('NextDueOn', 'DATETIME');

/** The state of one loan in repayment: its case file, its messages, its schedule, and the service seen from it. */
export class RepaymentCase implements Steerable {
  readonly file: Case<RepaymentStage>;
  readonly desk: CommandDesk<RepaymentStage, RepaymentCommands>;
  readonly service: ServiceLanes;
  readonly remedies = ['retry'];
  recheckAsked = false;
  newsArrived = false;
  chargeAsked: boolean;
  chargingPaused: boolean;
  /** Charges made so far, by due date. */
  readonly charges: Record<string, number>;
  /** Those of them that the service took. */
  readonly taken: TakenCharge[];
  private instalments: readonly Instalment[];

  constructor(readonly input: RepaymentInput) {
    const { carried, clock, loanReference: reference } = input;
    this.file = new Case<RepaymentStage>(
      {
        kind: 'repayment',
        reference,
        stages: repaymentStages,
        first: 'REPAYING',
        stageAttribute: 'LoanStage',
      },
      clock,
      carried?.file,
    );
    this.file.deadlines = input.deadlines ?? {};
    this.file.moreAttributes = () => [
      ...loanAttributes(reference, input),
      { key: NEXT_DUE_ON, value: this.nextDueAt() },
    ];
    this.charges = { ...carried?.charges };
    this.taken = [...(carried?.taken ?? [])];
    setHandler(chargesQuery, () => this.taken);
    this.chargingPaused = carried?.chargingPaused ?? false;
    this.chargeAsked = carried?.chargeAsked ?? false;
    this.instalments = carried?.schedule ?? [];
    this.service = serviceLanes(clock);
    this.desk = new CommandDesk(this.file, repaymentCommands, this.atOnce(), carried?.receipts);
    setHandler(newsArrivedSignal, () => void (this.newsArrived = true));
    Object.assign(this.file.facts, { loanId: input.loanId, customerId: input.customerId });
  }

  get schedule(): readonly Instalment[] {
    return this.instalments;
  }

  askForRetry(): Promise<unknown> {
    return this.desk.ask('retry');
  }

  next(): ReturnType<typeof oldestUnpaid> {
    return oldestUnpaid(this.instalments);
  }

  /** Takes over a schedule and shows what it means. */
  learn(schedule: readonly Instalment[]): void {
    this.instalments = schedule;
    const owed = ({ totalDueKobo, paidKobo }: Instalment) => totalDueKobo - paidKobo;
    Object.assign(this.file.facts, {
      instalments: schedule.length,
      instalmentsPaid: schedule.filter(isPaid).length,
      outstandingKobo: schedule.reduce((sum, instalment) => sum + owed(instalment), 0),
      nextDueOn: this.next()?.instalment.dueOn ?? null,
    });
    this.file.publish();
  }

  /** Whether this run has gone on for long enough. Events of one run are limited, years and messages are not. */
  get hasLongHistory(): boolean {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    return continueAsNewSuggested || historyLength > HISTORY_MAX;
  }

  /** Real milliseconds until a business instant; negative once it has passed. */
  realMsUntil(businessMs: number): number {
    const { clock } = this.input;
    return realDuration(clock, businessMs - businessNow(clock, Date.now()));
  }

  carry(): RepaymentInput {
    const { file, desk, schedule, charges, taken, chargingPaused, chargeAsked } = this;
    return {
      ...this.input,
      carried: {
        file: file.carry(),
        receipts: desk.carry(),
        schedule,
        charges,
        taken,
        chargingPaused,
        chargeAsked,
      },
    };
  }

  private nextDueAt(): Date | null {
    const next = this.next();
    return next ? new Date(dueAt(next.instalment.dueOn)) : null;
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
