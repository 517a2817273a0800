import { condition, patched } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import type { CaseDetails } from '../../domain/case/details';
import type { ChecklistItem, Waiting } from '../../domain/case/snapshot';
import { loanCommands, type LoanCommands } from '../../domain/loan/commands';
import { loanStages, type LoanExitStage, type LoanStage, type LoanResult } from '../../domain/loan/stages';
import { LEFT_ACCEPTED, monthsText } from '../../domain/loan/application';
import { nairaText } from '../../domain/money/amounts';
import { referenceIn } from '../../domain/wire/references';
import { loanAttributes } from '../../domain/wire/search-attributes';
import { caseId } from '../../domain/wire/workflow-ids';
import type { CustomerInput } from '../../domain/enrolment/input';
import type { LoanInput } from '../../domain/loan/input';
import { inPlace } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { notifiedSignal } from '../../domain/wire/messages';
import { ApplicantReturn } from './applicant-return';
import { DocumentChecklist } from './documents';
import { EnrolmentReply } from './enrolment';
import { loanGuards, loanHandlers, loanPolicy, type Revision } from './loan-handlers';
import { untilClosedAtBank } from './post-offer/disbursement';
import { declineOpenOffer } from './post-offer/offer';
import { OptionalStep } from './post-offer/steps';
import { editionOf, type ByPerson } from '../../domain/case/agreement';

/** Commands that may help when the bank refuses a step, in the stages that have them. */
const REMEDIES = [
  'retry',
  'skip',
  'updateApplication',
  'correctBankStatement',
  'setDisbursementAccount',
  'submitBoardResolution',
  'closeAsExpired',
  'resolveAttention',
  'withdraw',
] as const satisfies (keyof LoanCommands)[];

/** The bank's ids of a loan, each known from some stage on, and the policy that the loan is steered by. */
interface LoanIds extends Omit<LoanResult, 'reference' | 'stage' | 'reason' | 'repaymentWorkflowId'> {
  /** The id of the borrower's account, by which events about its money find the loan. */
  readonly accountId?: string;
}

/** One loan application: its state, its commands, and the bank seen from it. */
export class LoanCase extends SteerableCase<LoanStage, LoanCommands, LoanInput, LoanResult> {
  readonly commands: CommandHandler<LoanStage, LoanCommands>;
  readonly parse = inPlace.parseLoanInput;
  readonly documents = new DocumentChecklist(this);
  readonly applicantReturn = new ApplicantReturn(this);
  readonly enrolmentReply = new EnrolmentReply(this);
  readonly optionalStep: OptionalStep;
  /** The people who named another account to pay into: they may not agree to the name of its holder. */
  readonly accountNamers: ByPerson[] = [];
  /** The name in which the account to pay into is held, while it is not the borrower's. */
  nameOnAccount: string | undefined;
  customerInQuestion: string | undefined;
  private customersInQuestion = 0;
  /** The customer as people have corrected them; `undefined` where nobody has. */
  correctedCustomer: CustomerInput | undefined;
  /** Set from when the acceptance is sent until the bank has refused it, and once the bank has the offer as accepted. */
  mayBeAccepted = false;
  /** Whether a person has ended the loan, and the bank has not answered to the decline of its offer yet. */
  isEnding = false;
  /** The ids that are shown and repeated in the result; stages pass ids to later stages as values. */
  private ids: LoanIds = {};
  /** The application whose offer could still be accepted; `undefined` while none waits for an answer. */
  openOffer: string | undefined;
  /** Whether the bank has, or may have, all it needs to disburse: only before that can the borrower withdraw. */
  mayBeDisbursed = false;
  /** The answer of people about the disbursement: the id of the loan, or `undefined` for "not disbursed". */
  private shown: { readonly loanId: string | undefined } | undefined;
  private readonly revisions: Revision[] = [];
  /** Loans of an earlier build went on to the bank while people had to agree to another account. */
  readonly isAccountFirst = patched('account-decided-first');
  /** In loans of an earlier build, only another account to pay into counted as a change. */
  private readonly isEveryQuestionCounted = patched('questions-count-as-changes');

  constructor(given: unknown) {
    super(given, {
      kind: 'loan',
      reference: referenceIn(given),
      stages: loanStages,
      stageAttribute: 'LoanStage',
    });
    this.commands = new CommandHandler(this, loanCommands, {
      handlers: loanHandlers(this),
      guards: loanGuards(this),
      policy: loanPolicy(this),
      accepted: (command) => this.applicantReturn.accepted(command),
    });
    this.optionalStep = new OptionalStep(this.commands);
    this.hear(notifiedSignal, () => this.notify());
  }

  get remedies(): readonly string[] {
    return REMEDIES.filter((name) => (loanCommands[name].stages as readonly string[]).includes(this.stage));
  }

  override get changes(): number {
    const { accountNamers, applicantReturn, customersInQuestion, isEveryQuestionCounted } = this;
    const questions = isEveryQuestionCounted ? applicantReturn.questions + customersInQuestion : 0;
    return accountNamers.length + questions;
  }

  /** Whether people have to agree to another account to pay into. */
  get isAccountProposed(): boolean {
    return this.commands.proposals.has('setDisbursementAccount');
  }

  /** A loan that was returned to the applicant waits for that first. */
  override get waiting(): Waiting | undefined {
    return (this.ended ? undefined : this.applicantReturn.waiting) ?? super.waiting;
  }

  override get isHeldBack(): boolean {
    return this.applicantReturn.waiting !== undefined;
  }

  opened(input: LoanInput): void {
    this.replaceInput(this.revisions.reduce((revised, revise) => revise(revised), input));
    this.deadlines = input.policy.deadlines ?? {};
    this.show(editionOf(input.lending));
    const { amountKobo, months } = input.application;
    this.note('system', `Loan of ${nairaText(amountKobo)} over ${monthsText(months)} started`);
  }

  /** Shows that people have to say whether a customer of the bank is the borrower. */
  question(customerId: string): void {
    this.customerInQuestion = customerId;
    this.customersInQuestion++;
  }

  /** Changes the input, by a command; a change that comes before the input is parsed is kept until then. */
  revise(revision: Revision): void {
    if (this.isParsed) this.replaceInput(revision(this.input));
    else this.revisions.push(revision);
  }

  /** @throws Skipped if a supervisor skips a step that the loan can do without */
  override async askForRetry(): Promise<void> {
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

  resolveDisbursement(loanId: string | undefined): void {
    this.shown = { loanId };
  }

  /** Whether an answer of people about the disbursement is being compared with the bank. */
  get isComparing(): boolean {
    return this.shown !== undefined;
  }

  /** An answer counts for the wait in which it was given: the application may have been sent back since. */
  dropOldAnswer(): void {
    if (this.shown && patched('old-answers-dropped')) this.shown = undefined;
  }

  /** Rejects people's answer about the disbursement, for this reason. */
  doubtDisbursement(why: string): void {
    this.shown = undefined;
    this.raiseAttention(why, ['resolveAttention', 'recheck']);
  }

  /** Waits for the evidence of people about the disbursement. @returns the id of the loan; `undefined` if nothing was disbursed */
  async disbursementShown(): Promise<string | undefined> {
    await condition(() => this.shown !== undefined);
    return this.shown?.loanId;
  }

  disbursed(loanId: string): LoanResult {
    this.show({ loanId });
    this.enter('DISBURSED');
    return this.result('DISBURSED', { repaymentWorkflowId: caseId('repayment', loanId) });
  }

  async close(stage: LoanStage, reason: string): Promise<LoanResult> {
    const left = await this.leftAtBank(stage);
    if (left !== undefined) {
      const result = await this.untilClosed(stage, left, reason);
      if (result) return result;
    }
    this.enter(stage, reason);
    return this.result(stage as LoanExitStage, { reason });
  }

  protected override details(): CaseDetails {
    const { nameOnAccount } = this;
    return { ...super.details(), ...(nameOnAccount !== undefined && { nameOnAccount }) };
  }

  protected override inputNow(): unknown {
    const { input, correctedCustomer: customer = input.customer } = this;
    return { ...input, customer };
  }

  private result(stage: LoanResult['stage'], more: Partial<LoanResult>): LoanResult {
    return { reference: this.definition.reference, stage, ...this.ids, ...more };
  }

  /** What a person who ends the loan leaves at the bank, which the case cannot undo itself; `undefined` if nothing. */
  private async leftAtBank(stage: LoanStage): Promise<string | undefined> {
    const { openOffer } = this;
    if (stage !== 'WITHDRAWN' && stage !== 'OFFER_EXPIRED') return undefined;
    if (openOffer !== undefined) return declineOpenOffer(this, openOffer);
    // With an open offer nobody knows; where the bank itself has closed it, nothing is left there.
    return stage === 'WITHDRAWN' && this.mayBeAccepted ? LEFT_ACCEPTED : undefined;
  }

  /** Follows what is left at the bank until it is closed. @returns the result where it was disbursed all the same */
  private async untilClosed(end: LoanStage, left: string, reason: string): Promise<LoanResult | undefined> {
    const { applicationId } = this.ids;
    // An expired offer can be accepted no more; and where people have shown that nothing was disbursed, they know of it.
    const canGoOn = end === 'WITHDRAWN' || this.mayBeAccepted;
    const isFollowed = canGoOn && this.stage !== 'DISBURSEMENT' && applicationId !== undefined;
    this.note('system', left);
    if (isFollowed && patched('followed-until-closed')) {
      this.applicantReturn.end();
      this.commands.proposals.clear();
      this.enter('CLOSING', reason);
      this.raiseAttention(left, ['recheck', 'resolveAttention']);
      return untilClosedAtBank(this, left, applicationId, { customerId: '', ...this.ids });
    }
    this.facts.leftAtBank = left;
    return undefined;
  }
}
