import type { Command } from '../../domain/case/commands';
import type { LoanCommands, RETURN_REASONS } from '../../domain/loan/commands';
import { overdueCause, waitingFor, type Attention, type Waiting } from '../../domain/case/snapshot';
import type { LoanCase } from './loan-case';

type ReturnReason = (typeof RETURN_REASONS)[number];

/** The commands that answer each reason; without one, only an officer says that the answer came back. */
const BROUGHT_BY: Readonly<Record<ReturnReason, readonly string[]>> = {
  DOCUMENT_NEEDED: ['submitDocument', 'submitBoardResolution'],
  DATA_NEEDED: [
    'updateApplication',
    'correctCustomer',
    'correctBankStatement',
    'setDisbursementAccount',
    'addGuarantor',
  ],
  CLARIFICATION: [],
  OTHER: [],
} satisfies Record<ReturnReason, (keyof LoanCommands)[]>;

/** Something that an officer asks the applicant for. */
type Asked = Pick<Command<LoanCommands, 'returnToApplicant'>, 'reason' | 'question'>;

/** A loan that was returned to the applicant: no step begins until an officer resumes it or corrects it. */
export class ApplicantReturn {
  private asked: { readonly reason: ReturnReason; readonly waiting: Waiting } | undefined;
  /** The attention raised because the borrower has brought something. */
  private shown: Attention | undefined;

  constructor(private readonly loan: LoanCase) {}

  get waiting(): Waiting | undefined {
    return this.asked?.waiting;
  }

  /** Asks the applicant; a later question takes the place of an earlier one. */
  begin({ reason, question }: Asked): void {
    this.end();
    const waiting = waitingFor('APPLICANT', this.loan.now());
    this.asked = { reason, waiting: { ...waiting, about: `${waiting.about}: ${question}` } };
    this.loan.note('system', 'Asked the applicant', question);
    this.loan.deadlineTimer.watch();
  }

  /** Ends the return: the answer came back. */
  end(): void {
    const { asked, shown } = this;
    this.asked = undefined;
    this.shown = undefined;
    const { attention } = this.loan;
    const isOurs = attention === shown || (asked && attention?.cause === overdueCause(asked.waiting));
    if (attention && isOurs) this.loan.settleAttention();
  }

  /** An officer's correction lets the loan go on; an officer looks first at what the borrower brings. */
  accepted({ name, role }: { readonly name: string; readonly role: string }): void {
    if (!this.asked || !BROUGHT_BY[this.asked.reason].includes(name)) return;
    if (role !== 'borrower') this.end();
    else if (!this.loan.attention) this.showBrought();
  }

  whyNotOver(): string | undefined {
    return this.asked ? undefined : 'Nothing was asked of the applicant.';
  }

  private showBrought(): void {
    const cause = 'the borrower has brought something that was asked for: look at it';
    this.loan.raiseAttention(cause, ['resumeApplication', 'returnToApplicant', 'rejectDocument', 'withdraw']);
    this.shown = this.loan.attention;
  }
}
