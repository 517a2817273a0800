import { CancellationScope, isCancellation, workflowInfo } from '@temporalio/workflow';
import type { CaseDetails } from '../../domain/case/details';
import { cadences, isFirstReadAhead } from '../../domain/time/cadence';
import { nairaText } from '../../domain/money/amounts';
import { stampDutyKobo } from '../../domain/money/duty';
import { amended, changeText, type Amendment, type PayoutTarget } from '../../domain/payout/order';
import { payoutCommands, type PayoutCommands } from '../../domain/payout/commands';
import { SendRecord, type SendEvent } from '../../domain/payout/send-state';
import { editionOf, type ByPerson } from '../../domain/case/agreement';
import {
  enquiryFacts,
  payoutStages,
  resultWithoutStatus,
  type PayoutResult,
  type PayoutStage,
} from '../../domain/payout/stages';
import { referenceIn } from '../../domain/wire/references';
import type { PayoutOutcome, WatchedPayout } from '../../activities/polling/awaited-statuses';
import type { PayoutInput } from '../../domain/payout/input';
import { CaseApproval } from '../case/agreement';
import { CommandHandler } from '../case/command-handler';
import { firstOf } from '../case/steps';
import { SteerableCase } from '../case/steerable-case';
import { inPlace } from '../activity-proxies';
import { notifiedSignal, returnedSignal } from '../../domain/wire/messages';
import { caseOf } from '../../domain/wire/workflow-ids';
import { Contributors, preApprovalFromBatch, type BatchPreApproval } from './preparation/contributors';
import { Holds, Recall } from './preparation/holds';
import { ManualResolution } from './manual-resolution';
import { Returns } from './returned-money';
import { payoutCommandPolicy, payoutGuards, payoutHandlers } from './steering';

interface PayoutTerms {
  /** Taken from the input if left out. */
  readonly reference?: string;
  readonly kind?: 'payout' | 'flush';
  readonly preApproval?: BatchPreApproval | undefined;
}

/** One payout: its state, its commands, and the bank seen from it. */
export class PayoutCase extends SteerableCase<PayoutStage, PayoutCommands, PayoutInput, PayoutResult> {
  readonly kind: 'payout' | 'flush';
  readonly preApproval: BatchPreApproval | undefined;
  override readonly approval = new CaseApproval(this);
  readonly holds = new Holds();
  readonly resolution = new ManualResolution(this);
  readonly commands: CommandHandler<PayoutStage, PayoutCommands>;
  readonly sending = new SendRecord();
  readonly recall = new Recall(this.sending);
  readonly contributors = new Contributors();
  readonly returns = new Returns();
  /** The name in which the bank holds the beneficiary's account, once it is known. */
  nameOnAccount: string | undefined;
  /** The original input, once the payout was amended. */
  private made: PayoutInput | undefined;
  amendments = 0;
  private told: Pick<PayoutResult, 'uniqueRef' | 'feeKobo'> = {};
  private preparation = new CancellationScope();

  constructor(given: unknown, { kind = 'payout', preApproval, reference }: PayoutTerms = {}) {
    super(given, {
      kind,
      reference: reference ?? referenceIn(given),
      stages: payoutStages,
      stageAttribute: 'PayoutStatus',
    });
    this.kind = kind;
    this.preApproval = preApprovalFromBatch(preApproval);
    if (this.preApproval) this.facts.batch = caseOf(workflowInfo().root?.workflowId ?? '').reference;
    this.commands = new CommandHandler(this, payoutCommands, {
      handlers: payoutHandlers(this),
      guards: payoutGuards(this),
      policy: payoutCommandPolicy(this),
    });
    this.hear(notifiedSignal, () => {
      const { waiting } = this;
      // The debit event of a payout just sent may arrive long before the payout is settled.
      if (waiting?.for === 'PAYOUT_OUTCOME' && isFirstReadAhead(cadences.payout, waiting.since, this.now()))
        this.publication.leaveEvent();
      else this.notify();
    });
    this.hear(returnedSignal, (returned: unknown) => {
      this.returns.tell(returned);
      // Otherwise the case looks into it once the bank calls the payout paid.
      if (this.attention) this.notify();
    });
  }

  /** The people who made or changed it, or vouched for its account's name. */
  get makers(): readonly string[] {
    return [this.input.createdBy ?? [], this.preApproval?.makers ?? [], this.contributors.people].flat();
  }

  /** The most that it may amount to, in kobo; Infinity for a flush, whose amount the bank decides. */
  get atMostKobo(): number {
    return this.kind === 'flush' ? Infinity : this.input.amountKobo;
  }

  /** The stamp duty on top of its amount, in kobo. */
  get dutyKobo(): number {
    return stampDutyKobo(this.input, this.input.policy.stampDuty);
  }

  get isUnsent(): boolean {
    return this.sending.isUnsent;
  }

  /** The ordered amount and beneficiary; the bank decides the amount of a flush. */
  get target(): PayoutTarget {
    const { amountKobo, beneficiary } = this.input;
    const { bankCode, accountNumber } = beneficiary;
    return { amountKobo: this.kind === 'flush' ? undefined : amountKobo, bankCode, accountNumber };
  }

  get payer(): string {
    return this.input.source.accountNumber;
  }

  get watched(): WatchedPayout {
    const { reference, amountKobo } = this.input;
    return { reference, amountKobo, sourceAccountNumber: this.payer };
  }

  get remedies(): readonly string[] {
    if (this.stage !== 'SUBMITTING') return ['retry', 'amend', 'cancel'];
    return this.isUnsent ? ['retry', 'cancel', 'abandon'] : ['retry', 'resolveAttention'];
  }

  /** A payout that the bank may have taken cannot be abandoned; evidence ends it. */
  override async askForRetry(): Promise<void> {
    if (!this.isUnsent) {
      await firstOf(
        () => this.commands.ask('retry'),
        () => this.endByResolution(),
      );
      return;
    }
    const answer = await this.recall.unlessRecalled(() => this.commands.ask('retry', 'abandon'));
    if (answer.name === 'abandon') this.leave('CANCELLED', answer.reason);
  }

  /** Waits until a person's evidence ends the payout. @throws CaseExit */
  async endByResolution(): Promise<never> {
    const { status } = await this.resolution.next();
    return this.leave(status, 'settled by evidence');
  }

  /** Records the unique reference and the fee that the bank reports with the end. */
  learnEnd({ uniqueRef, feeKobo }: PayoutOutcome): void {
    this.told = { uniqueRef, ...(feeKobo !== undefined && { feeKobo }) };
    Object.assign(this.facts, { ...this.told, settledAt: this.now() });
  }

  /** Records the result of a send attempt begun at `begunAt`, or of a read after it. */
  sendTold(event: SendEvent, begunAt?: string): void {
    this.sending.told(event, begunAt);
    this.showTrace();
  }

  /** Runs the steps before the send. @returns `undefined` if the payout was amended meanwhile */
  async unlessAmended<R>(steps: () => Promise<R>): Promise<R | undefined> {
    const before = this.input;
    this.preparation = new CancellationScope();
    try {
      return await this.preparation.run(steps);
    } catch (error) {
      if (!isCancellation(error) || this.input === before || this.running.areStopped) throw error;
      return undefined;
    }
  }

  /** Holds it back in a person's name; everybody who decides about it is told. */
  holdBack(by: string, why: string): void {
    this.holds.hold(by);
    this.facts.heldBy = by;
    this.facts.heldFor = why;
    delete this.facts.releasedBy;
  }

  /** Whoever decides about it later is told of a hold that was released. */
  letGo(by: string, why: string): void {
    if (this.holds.isByOperator) Object.assign(this.facts, { releasedBy: by, releasedFor: why });
    this.holds.release();
  }

  /** Begins anew: the checks and approvals were for another payout. */
  amend(by: ByPerson, change: Amendment): void {
    const changed = amended(this.input, change);
    const what = changeText(this.input, changed);
    this.amendments++;
    this.made ??= this.input;
    this.replaceInput(changed);
    this.nameOnAccount = undefined;
    delete this.facts.nameConfirmedBy;
    delete this.facts.nameConfirmedFor;
    delete this.facts.nameVerdict;
    this.contributors.changedBy(by);
    this.approval.withdraw();
    this.holds.reset();
    this.showAmount();
    this.showTrace();
    this.settleAttention();
    if (this.stage === 'PREPARING') this.note('system', payoutStages.PREPARING.title, what);
    this.enter('PREPARING', what);
    this.preparation.cancel();
  }

  override get changes(): number {
    return this.amendments + this.holds.placed + this.sending.send;
  }

  /** Whether people have to agree to a change of it: until then it is not sent. */
  get isAmendmentProposed(): boolean {
    return this.commands.proposals.has('amend');
  }

  learnAmount(amountKobo: number): void {
    if (this.kind !== 'flush') return;
    this.replaceInput({ ...this.input, amountKobo });
    this.showAmount();
  }

  parse(given: unknown): Promise<PayoutInput> {
    return this.kind === 'flush' ? inPlace.parseFlushInput(given) : inPlace.parsePayoutInput(given);
  }

  opened({ amountKobo, purpose, policy }: PayoutInput): void {
    this.deadlines = { APPROVAL: policy.approvalExpiresHours };
    const what = this.kind === 'flush' ? 'Flush of the whole balance' : `Payout of ${nairaText(amountKobo)}`;
    this.note('system', `${what} started`);
    Object.assign(this.facts, editionOf(policy), purpose && { purpose });
    this.showAmount();
    this.showTrace();
  }

  close(stage: PayoutStage, reason?: string): PayoutResult {
    this.enter(stage, reason);
    const { all: returned } = this.returns;
    return {
      ...resultWithoutStatus(this.input, this.sending),
      ...this.approval.agreed,
      ...this.told,
      ...(returned.length > 0 && { returned }),
      status: stage as PayoutResult['status'],
      ...(reason !== undefined && { reason }),
    };
  }

  protected override details(): CaseDetails {
    const { made, makers, nameOnAccount } = this;
    return {
      ...{ ...super.details(), makers },
      ...(nameOnAccount !== undefined && { nameOnAccount }),
      ...(made && {
        made: { amountKobo: made.amountKobo, beneficiary: made.beneficiary, remark: made.remark },
      }),
    };
  }

  /** The fee is missing here: the bank reports it with the end. */
  private showAmount(): void {
    const { dutyKobo } = this;
    Object.assign(this.facts, { amountKobo: this.input.amountKobo, dutyKobo });
  }

  private showTrace(): void {
    Object.assign(this.facts, enquiryFacts(resultWithoutStatus(this.input, this.sending)));
  }
}
