import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import { nairaText } from '../../domain/money';
import type { DocumentReference } from '../../domain/documents';
import { loanCommands, type DocumentTag, type LoanCommands } from '../../domain/loan-commands';
import { loanStages, type LoanExitStage, type LoanStage } from '../../domain/loan-stages';
import { referenceIn } from '../../domain/references';
import type { LoanInput } from '../../input/loan-input';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { loanAttributes } from '../loan-attributes';
import { parsing, serviceLanes, type ServiceLanes } from '../lanes';
import { enrolmentSettledSignal, newsArrivedSignal } from '../messages';
import { isEnrolmentResult, type EnrolmentResult, type LoanResult } from '../results';
import { LoanDocuments } from './documents';

/** Ends the application from anywhere inside a stage. */
class LoanExit extends Error {
  constructor(
    readonly stage: LoanExitStage,
    readonly reason: string,
  ) {
    super(stage);
  }
}

/** A supervisor lets the loan go on without the step it stands at. */
export class Skipped extends Error {}

/** A step that may be left out. */
export async function unlessSkipped(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Skipped)) throw error;
  }
}

/** Commands that may help when the service refuses a step, in the stages that have them. */
const REMEDIES = [
  'retry',
  'skip',
  'updateApplication',
  'setDisbursementAccount',
  'submitBoardResolution',
  'withdraw',
] as const satisfies (keyof LoanCommands)[];

type Revision = (input: LoanInput) => LoanInput;

/** Facts about the loan that are known from some stage on. */
interface LoanFacts {
  customerId?: string;
  /** The service's id of the borrower's account, by which events about its money find the loan. */
  accountId?: string;
  applicationId?: string;
  loanId?: string;
}

/** The state of one application: its case file, its messages, and the service seen from it. */
export class LoanCase implements Steerable {
  readonly file: Case<LoanStage>;
  readonly desk: CommandDesk<LoanStage, LoanCommands>;
  readonly documents: LoanDocuments;
  recheckAsked = false;
  newsArrived = false;
  /** Set by an enrolment that another loan of the same customer had started. */
  settledEnrolment: EnrolmentResult | undefined;
  offerOpen = false;
  /** The account that the service was told to pay into. */
  paidInto: LoanInput['disbursementAccount'];
  /** Whether the service has, or may have, all it needs to disburse: then it is too late to withdraw. */
  mayBeDisbursed = false;
  private isParsed = false;
  private readonly revisions: Revision[] = [];
  private lanes: ServiceLanes | undefined;
  private readonly known: LoanFacts = {};
  private readonly stages = new CancellationScope();
  private withdrawal: LoanExit | undefined;

  constructor(private latest: LoanInput) {
    const reference = referenceIn(latest);
    this.file = new Case<LoanStage>({
      kind: 'loan',
      reference,
      stages: loanStages,
      first: 'ENROLMENT',
      stageAttribute: 'LoanStage',
    });
    this.file.moreAttributes = () => loanAttributes(reference, this.known);
    this.documents = new LoanDocuments(
      (tag, document) => this.upload(tag, document),
      () => this.file.publish(),
    );
    this.file.checklist = () => this.documents.checklist();
    this.desk = new CommandDesk(this.file, loanCommands, this.atOnce());
    this.desk.veto = (name) =>
      name === 'withdraw' && this.mayBeDisbursed
        ? 'withdraw is not possible any more: the loan may be disbursed.'
        : undefined;
    setHandler(newsArrivedSignal, () => void (this.newsArrived = true));
    setHandler(enrolmentSettledSignal, (result) => {
      if (isEnrolmentResult(result)) this.settledEnrolment = result;
    });
  }

  get remedies(): readonly string[] {
    return REMEDIES.filter((name) =>
      (loanCommands[name].stages as readonly LoanStage[]).includes(this.file.stage),
    );
  }

  get input(): LoanInput {
    return this.latest;
  }

  get service(): ServiceLanes {
    return (this.lanes ??= serviceLanes(this.file.clock));
  }

  get applicationId(): string {
    return this.known.applicationId ?? '';
  }

  /** @throws Skipped where a supervisor decides so and the loan can do without the step. */
  async askForRetry(): Promise<void> {
    const answer = await this.desk.ask('retry', 'skip');
    this.file.settleAttention();
    if (answer.name === 'skip') throw new Skipped();
  }

  /** Records an id that the service gave; it becomes part of the case and of the result. */
  learn(facts: LoanFacts): void {
    Object.assign(this.known, facts);
    Object.assign(this.file.facts, facts);
  }

  /** Ends the application with a result; nothing after it is carried out. */
  leave(stage: LoanExitStage, reason: string): never {
    throw new LoanExit(stage, reason);
  }

  result(stage: LoanResult['stage'], more: Partial<LoanResult> = {}): LoanResult {
    return { reference: this.file.definition.reference, stage, ...this.known, ...more };
  }

  /** Parses the input, then runs the stages; every exit ends here as a result. */
  async run(stages: () => Promise<LoanResult>): Promise<LoanResult> {
    try {
      return await this.stages.run(async () => {
        this.begin(await parsing.parseLoanInput(this.latest));
        return stages();
      });
    } catch (error) {
      const exit = error instanceof LoanExit ? error : isCancellation(error) ? this.withdrawal : undefined;
      if (!exit) throw error;
      return this.end(exit);
    }
  }

  private begin(input: LoanInput): void {
    this.latest = this.revisions.reduce((revised, revise) => revise(revised), input);
    this.isParsed = true;
    this.file.clock = input.clock;
    this.file.deadlines = input.policy.deadlines ?? {};
    const { amountKobo, months } = input.application;
    this.file.note('system', `Loan of ${nairaText(amountKobo)} over ${months} months started`);
    this.file.publish();
  }

  private async end({ stage, reason }: LoanExit): Promise<LoanResult> {
    this.stages.cancel();
    if (stage === 'WITHDRAWN' && this.offerOpen)
      await CancellationScope.nonCancellable(() => this.closeOffer());
    this.file.enter(stage, reason);
    return this.result(stage, { reason });
  }

  /** A withdrawn application must not leave an offer behind that somebody could still accept. */
  private async closeOffer(): Promise<void> {
    const { applicationId } = this;
    try {
      await this.service.urgent.declineOffer({ applicationId, decline_reason: 'OTHERS' });
    } catch {
      this.file.note('system', 'The service did not take the decline of the open offer; it will expire');
    }
  }

  private async upload(tag: DocumentTag, document: DocumentReference): Promise<string> {
    const { service, applicationId } = this;
    const given = { applicationId, file_tag: tag, document };
    const { file_url } = await service.uploads.uploadLoanDocument.executeWithOptions({ summary: tag }, [
      given,
    ]);
    return file_url;
  }

  /** Changes what is known about the loan; what comes before the input is parsed is kept until then. */
  private revise(revision: Revision): void {
    if (this.isParsed) this.latest = revision(this.latest);
    else this.revisions.push(revision);
  }

  private withdraw(reason: string): void {
    this.withdrawal = new LoanExit('WITHDRAWN', reason);
    this.stages.cancel();
  }

  private atOnce(): ConstructorParameters<typeof CommandDesk<LoanStage, LoanCommands>>[2] {
    const { file, documents } = this;
    return {
      submitDocument: ({ tag, path, sha256 }) => documents.submit(tag, { path, sha256 }),
      submitBoardResolution: ({ path, sha256 }) => documents.submit('BOARD_RESOLUTION_DOC', { path, sha256 }),
      rejectDocument: ({ tag, reason }) => documents.reject(tag, reason),
      setDisbursementAccount: ({ accountNumber, bankCode }) =>
        this.revise((input) => ({ ...input, disbursementAccount: { accountNumber, bankCode } })),
      correctBankStatement: ({ sortCode, accountNumber, phone }) =>
        this.revise((input) => ({ ...input, bankStatement: { sortCode, accountNumber, phone } })),
      updateApplication: ({ amountKobo, months }) =>
        this.revise(({ application, ...input }) => ({
          ...input,
          application: {
            ...application,
            amountKobo: amountKobo ?? application.amountKobo,
            months: months ?? application.months,
          },
        })),
      returnToApplicant: ({ question }) => file.note('system', 'Asked the applicant', question),
      recheck: () => void (this.recheckAsked = true),
      withdraw: ({ reason }) => this.withdraw(reason),
      addNote: ({ actor, text }) => file.note(actor, 'Note', text),
      assign: ({ assignee }) => void (file.assignee = assignee),
    };
  }
}
