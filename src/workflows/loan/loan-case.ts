import { condition, setHandler } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import type { ChecklistItem, Waiting } from '../../domain/case/snapshot';
import type { TogetherAct } from '../../domain/case/proof';
import { loanCommands, type LoanCommands } from '../../domain/loan/commands';
import { loanStages, type LoanExitStage, type LoanStage } from '../../domain/loan/stages';
import { monthsText } from '../../domain/loan/application';
import { editionOf } from '../../domain/payout/policy';
import { nairaText } from '../../domain/money/amounts';
import { referenceIn } from '../../domain/wire/references';
import type { LoanInput } from '../../input/loan-input';
import { bankProxies, type BankProxies } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { notifiedSignal } from '../../domain/wire/messages';
import type { ByPolicy, LoanResult } from '../results';
import { ApplicantReturn } from './applicant-return';
import { loanAttributes } from './attributes';
import { DocumentChecklist } from './document-checklist';
import { EnrolmentReply } from './enrolment-reply';
import { parsed } from './input';
import { loanGuards, loanHandlers, loanPolicy, type Revision } from './loan-handlers';
import { OptionalStep } from './optional-step';

/** The bank's ids of a loan, each known from some stage on, and the policy that the loan is steered by. */
export interface LoanIds extends ByPolicy {
  readonly customerId?: string;
  /** Of the borrower's account, by which events about its money find the loan. */
  readonly accountId?: string;
  readonly applicationId?: string;
  readonly loanId?: string;
}

/** Commands that may help when the bank refuses a step, in the stages that have them. */
const REMEDIES = [
  'retry',
  'skip',
  'updateApplication',
  'correctBankStatement',
  'setDisbursementAccount',
  'submitBoardResolution',
  'resolveAttention',
  'withdraw',
] as const satisfies (keyof LoanCommands)[];

/** One loan application: its state, its commands, and the bank seen from it. */
export class LoanCase extends SteerableCase<LoanStage, LoanCommands, LoanInput, LoanResult> {
  readonly commands: CommandHandler<LoanStage, LoanCommands>;
  readonly documents = new DocumentChecklist(() => this.publish());
  readonly applicantReturn = new ApplicantReturn(this);
  readonly enrolmentReply = new EnrolmentReply(this);
  readonly optionalStep: OptionalStep;
  /** What is shown of the ids, and what the result repeats; stages hand them on as values. */
  private ids: LoanIds = {};
  /** The application whose offer could still be accepted. */
  private openOffer: string | undefined;
  /** Whether the bank has, or may have, all it needs to disburse. */
  private disbursable = false;
  private shownLoanId: string | undefined;
  private readonly revisions: Revision[] = [];
  private proxies: BankProxies | undefined;

  constructor(given: unknown) {
    super(given, {
      kind: 'loan',
      reference: referenceIn(given),
      stages: loanStages,
      first: 'ENROLMENT',
      stageAttribute: 'LoanStage',
    });
    this.commands = new CommandHandler(this, loanCommands, {
      handlers: { ...this.sharedHandlers(), ...loanHandlers(this) },
      guards: loanGuards(this),
      policy: loanPolicy(this),
      accepted: (command) => this.applicantReturn.accepted(command),
    });
    this.optionalStep = new OptionalStep(this.commands);
    setHandler(notifiedSignal, () => this.notify());
  }

  get remedies(): readonly string[] {
    return REMEDIES.filter((name) => (loanCommands[name].stages as readonly string[]).includes(this.stage));
  }

  get bank(): BankProxies {
    return (this.proxies ??= bankProxies(this.clock));
  }

  /** A loan that was returned to the applicant waits for that first. */
  override get waiting(): Waiting | undefined {
    return (this.ended ? undefined : this.applicantReturn.waiting) ?? super.waiting;
  }

  override get isHeldBack(): boolean {
    return this.applicantReturn.waiting !== undefined;
  }

  parse(given: unknown): Promise<LoanInput> {
    this.commands.acts.begunWith = given;
    return parsed(given);
  }

  opened(input: LoanInput): void {
    this.replaceInput(this.revisions.reduce((revised, revise) => revise(revised), input));
    this.clock = input.clock;
    this.deadlines = input.policy.deadlines ?? {};
    if (input.lending) this.show(editionOf(input.lending));
    const { amountKobo, months } = input.application;
    this.note('system', `Loan of ${nairaText(amountKobo)} over ${monthsText(months)} started`);
  }

  /** Changes the input, by a command; a change that comes before the input is parsed is kept until then. */
  revise(revision: Revision): void {
    if (this.isParsed) this.replaceInput(revision(this.input));
    else this.revisions.push(revision);
  }

  /** Who has said where the loan is paid into: they may not agree to the name in which that account is held. */
  readonly makersOfAccount: string[] = [];
  accountProof: TogetherAct | undefined;

  /** @throws Skipped where a supervisor decides so and the loan can do without the step. */
  async askForRetry(): Promise<void> {
    await this.optionalStep.askForRetry();
    this.settleAttention();
  }

  override checklist(): readonly ChecklistItem[] {
    return this.documents.items();
  }

  override moreAttributes(): SearchAttributeUpdatePair[] {
    return loanAttributes(this.definition.reference, this.ids);
  }

  /** Shows an id that the bank gave; it becomes part of the result. */
  show(ids: LoanIds): void {
    this.ids = { ...this.ids, ...ids };
    Object.assign(this.facts, ids);
  }

  /** The offer of this application waits for an answer, or no longer does. */
  setOpenOffer(applicationId: string | undefined): void {
    this.openOffer = applicationId;
  }

  /** From now on the bank may disburse, or can no longer: only before that can the borrower withdraw. */
  setMayBeDisbursed(mayBeDisbursed: boolean): void {
    this.disbursable = mayBeDisbursed;
  }

  get mayBeDisbursed(): boolean {
    return this.disbursable;
  }

  withdraw(reason: string): void {
    this.stop('WITHDRAWN', reason);
  }

  resolveDisbursement(loanId: string | undefined): void {
    if (loanId === undefined) this.stop('WITHDRAWN', 'not disbursed, as a person has shown');
    else this.shownLoanId = loanId;
  }

  /** Waits until a person shows that the loan was disbursed; its id. */
  async untilShownDisbursed(): Promise<string> {
    await condition(() => this.shownLoanId !== undefined);
    return this.shownLoanId ?? '';
  }

  disbursed(repaymentWorkflowId: string): LoanResult {
    this.enter('DISBURSED');
    return this.result('DISBURSED', { repaymentWorkflowId });
  }

  async close(stage: LoanStage, reason: string): Promise<LoanResult> {
    if (stage === 'WITHDRAWN' && this.openOffer !== undefined) await this.declineOpenOffer(this.openOffer);
    this.enter(stage, reason);
    return this.result(stage as LoanExitStage, { reason });
  }

  private result(stage: LoanResult['stage'], more: Partial<LoanResult>): LoanResult {
    return { reference: this.definition.reference, stage, ...this.ids, ...more };
  }

  /** A withdrawn application must not leave an offer behind that could still be accepted. */
  private async declineOpenOffer(applicationId: string): Promise<void> {
    try {
      await this.steps.run('Declining the open offer', () =>
        this.bank.urgent.declineOffer({ applicationId, decline_reason: 'OTHERS' }),
      );
    } catch {
      this.note('system', 'The bank did not take the decline of the open offer; it will expire');
    }
  }
}
