import { patched } from '@temporalio/workflow';
import type { Command } from '../../domain/case/commands';
import { ANSWER_KEPT, BROUGHT_BY, type ReturnReason } from '../../domain/loan/applicant-return';
import type { LoanCommands } from '../../domain/loan/commands';
import {
  isReminder,
  overdueCause,
  waitingFor,
  type Attention,
  type Waiting,
} from '../../domain/case/snapshot';
import { waits } from '../../domain/case/waits';
import type { LoanCase } from './loan-case';

/** Answers that the bank gets only once the loan goes on. */
const OFFER_ANSWERS: readonly string[] = ['acceptOffer', 'declineOffer'] satisfies (keyof LoanCommands)[];

const TO_DO_ANSWERED = { toDo: `${waits.APPLICANT.toDo} ${ANSWER_KEPT}` };

type Asked = Pick<Command<LoanCommands, 'returnToApplicant'>, 'reason' | 'question'>;

interface Question {
  readonly reason: ReturnReason;
  readonly waiting: Waiting;
  /** Whether the offer was answered while the loan is held. */
  readonly isAnswered: boolean;
}

/** Loans that an earlier build held have neither the search attributes nor the timer of a hold's end in their history. */
const isTold = () => patched('hold-settles-reminder');

/** A loan that was returned to the applicant: no step begins until an officer resumes it or corrects it. */
export class ApplicantReturn {
  private asked: Question | undefined;
  /** How many questions the applicant was asked. */
  questions = 0;
  /** The attention raised because the borrower has brought something. */
  private shown: Attention | undefined;

  constructor(private readonly loan: LoanCase) {
    // Histories have its mark at their start.
    isTold();
  }

  get waiting(): Waiting | undefined {
    return this.asked?.waiting;
  }

  /** Holds the loan until the applicant has answered; a later question takes the place of an earlier one. */
  begin({ reason, question }: Asked): void {
    const { isAnswered = false } = this.asked ?? {};
    this.end();
    this.questions++;
    const waiting = waitingFor('APPLICANT', this.loan.now());
    const about = `${waiting.about}: “${question}”`;
    this.asked = { reason, isAnswered, waiting: { ...waiting, about, ...(isAnswered && TO_DO_ANSWERED) } };
    this.loan.facts.askedFor = reason;
    this.loan.note('system', 'Held until the applicant has sent what is asked', question);
    this.loan.deadlineTimer.watch();
  }

  /** Ends the return: the answer came back. A reminder of the wait goes, and the time to the next begins anew. */
  end(): void {
    const { loan, shown, asked } = this;
    const { attention } = loan;
    const isToldHere = isTold();
    const isOfHold = isToldHere
      ? isReminder(loan)
      : asked && attention?.cause === overdueCause(asked.waiting);
    this.asked = undefined;
    this.shown = undefined;
    delete loan.facts.askedFor;
    if (attention === shown || isOfHold) loan.settleAttention();
    if (!isToldHere) return;
    loan.settledAt = loan.now();
    loan.deadlineTimer.watch();
  }

  /** An officer's correction lets the loan go on; an officer looks first at what the borrower brings. */
  accepted({ name, role }: { readonly name: string; readonly role: string }): void {
    const { asked } = this;
    if (!asked) return;
    if (OFFER_ANSWERS.includes(name)) this.keepAnswer(asked);
    if (!BROUGHT_BY[asked.reason].includes(name)) return;
    if (role !== 'borrower') this.end();
    else if (!this.loan.attention || (isReminder(this.loan) && patched('brought-after-reminder')))
      this.showBrought();
  }

  whyNotOver(): string | undefined {
    return this.asked ? undefined : 'Nothing was asked of the applicant.';
  }

  private keepAnswer(asked: Question): void {
    this.asked = { ...asked, isAnswered: true, waiting: { ...asked.waiting, ...TO_DO_ANSWERED } };
    this.loan.note('system', 'The answer goes to the bank once what was asked of the applicant came back');
  }

  private showBrought(): void {
    const cause = 'the borrower has brought something that was asked for: look at it';
    this.loan.raiseAttention(cause, ['resumeApplication', 'returnToApplicant', 'rejectDocument', 'withdraw']);
    this.shown = this.loan.attention;
  }
}
