import { patched } from '@temporalio/workflow';
import type { DocumentTag } from '../../bank/contract/codes';
import { ANSWER_KEPT, BROUGHT_BY, REASONS_APART, type HoldReason } from '../../domain/loan/applicant-return';
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
import { BOARD_RESOLUTION } from './post-offer/board-resolution';

/** Answers that the bank gets only once the loan goes on. */
const OFFER_ANSWERS: readonly string[] = ['acceptOffer', 'declineOffer'] satisfies (keyof LoanCommands)[];

const TO_DO_ANSWERED = { toDo: `${waits.APPLICANT.toDo} ${ANSWER_KEPT}` };

/** A command that may answer a question; without a `tag` it can bring the board resolution alone. */
interface Brought {
  readonly name: string;
  readonly role: string;
  readonly tag?: DocumentTag;
}

interface Question {
  readonly reason: HoldReason;
  readonly question: string;
  /** Of a rejected document: another one at the bank is the answer. */
  readonly tag?: DocumentTag;
  /** Whether the last one handed in came from an officer. */
  readonly isByOfficer?: boolean;
}

/** Loans that an earlier build held have neither the search attributes nor the timer of a hold's end in their history. */
const isTold = () => patched('hold-settles-reminder');

/** A loan that was returned to the applicant: no step begins until all that was asked for came back, or an officer resumes it. */
export class ApplicantReturn {
  private asked: readonly Question[] = [];
  waiting: Waiting | undefined;
  /** Whether the offer was answered while the loan is held. */
  private isAnswered = false;
  /** How many questions the applicant was asked. */
  questions = 0;
  /** The attention raised because the borrower has brought something. */
  private shown: Attention | undefined;

  constructor(private readonly loan: LoanCase) {
    // Histories have its mark at their start.
    isTold();
  }

  /** Holds the loan until the applicant has answered; a later question takes the place of an earlier one. */
  begin(asked: Question): void {
    const others = this.asked.filter(({ tag }) => tag !== asked.tag);
    this.questions++;
    // Who asks anew, or rejects what was brought, has looked at it.
    const isLookedAt = asked.tag === undefined || others.length < this.asked.length;
    this.holdFor([...others, asked], isLookedAt ? undefined : this.shown);
    this.loan.note('system', 'Held until the applicant has sent what is asked', asked.question);
    this.loan.deadlineTimer.watch();
  }

  /** Ends the return: the answer came back. A reminder of the wait goes, and the time to the next begins anew. */
  end(): void {
    const { loan, shown, waiting } = this;
    const { attention } = loan;
    const isToldHere = isTold();
    const isOfHold = isToldHere ? isReminder(loan) : waiting && attention?.cause === overdueCause(waiting);
    this.asked = [];
    this.waiting = undefined;
    this.isAnswered = false;
    this.shown = undefined;
    delete loan.facts.askedFor;
    if (attention === shown || isOfHold) loan.settleAttention();
    if (!isToldHere) return;
    loan.settledAt = loan.now();
    loan.deadlineTimer.watch();
  }

  /** An officer's correction answers its question; an officer looks first at what the borrower brings. */
  accepted({ name, role, tag = BOARD_RESOLUTION }: Brought): void {
    if (!this.waiting) return;
    if (OFFER_ANSWERS.includes(name)) this.keepAnswer();
    const answered = this.asked.filter(({ reason }) => BROUGHT_BY[reason].includes(name));
    // What takes a rejected document's place answers no other question.
    const own = answered.find((one) => one.tag === tag);
    const met = own ? [own] : answered.filter((one) => one.tag === undefined);
    if (met.length === 0) return;
    const isByOfficer = role !== 'borrower';
    if (own) this.asked = this.asked.map((one) => (one === own ? { ...one, isByOfficer } : one));
    else if (isByOfficer) this.goOnWith(this.asked.filter((one) => !met.includes(one)));
    if (isByOfficer) return;
    if (!this.loan.attention || (isReminder(this.loan) && patched('brought-after-reminder')))
      this.showBrought();
  }

  /** The bank has the last document of this kind that was handed in. */
  uploaded(tag: DocumentTag): void {
    this.goOnWith(this.asked.filter((one) => !(one.tag === tag && one.isByOfficer)));
  }

  /** A loan that may be disbursed waits for nobody. */
  endAsDisbursed(): void {
    if (!this.waiting || !patched('disbursement-ends-hold')) return;
    this.loan.note('system', 'Not held any more: the loan may be disbursed');
    this.end();
  }

  whyNotOver(): string | undefined {
    return this.waiting ? undefined : 'Nothing was asked of the applicant.';
  }

  private goOnWith(asked: readonly Question[]): void {
    if (asked.length === this.asked.length) return;
    if (asked.length === 0) this.end();
    else this.holdFor(asked, this.shown);
  }

  /** Goes on to wait for these, from when the first was asked; what is `shown` is still to be looked at. */
  private holdFor(asked: readonly Question[], shown?: Attention): void {
    const { loan, isAnswered } = this;
    const since = asked.some((one) => this.asked.includes(one)) ? this.waiting?.since : undefined;
    if (shown) this.shown = undefined;
    this.end();
    this.asked = asked;
    this.shown = shown;
    this.isAnswered = isAnswered;
    const waiting = waitingFor('APPLICANT', since ?? loan.now());
    const about = `${waiting.about}: ${asked.map(({ question }) => `“${question}”`).join(' and ')}`;
    this.waiting = { ...waiting, about, ...(isAnswered && TO_DO_ANSWERED) };
    loan.facts.askedFor = [...new Set(asked.map(({ reason }) => reason))].join(REASONS_APART);
  }

  private keepAnswer(): void {
    this.isAnswered = true;
    this.waiting = this.waiting && { ...this.waiting, ...TO_DO_ANSWERED };
    this.loan.note('system', 'The answer goes to the bank once what was asked of the applicant came back');
  }

  private showBrought(): void {
    const cause = 'the borrower has brought something that was asked for: look at it';
    this.loan.raiseAttention(cause, ['resumeApplication', 'returnToApplicant', 'rejectDocument', 'withdraw']);
    this.shown = this.loan.attention;
  }
}
