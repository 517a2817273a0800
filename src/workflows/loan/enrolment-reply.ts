import { condition, setHandler } from '@temporalio/workflow';
import type { Attention } from '../../domain/case/snapshot';
import { enrolmentAttentionSignal, enrolmentSettledSignal } from '../../domain/wire/messages';
import { isJoinedResult, type JoinedResult } from '../../domain/enrolment/stages';
import { boundedSentence } from '../../domain/names/personal-data';
import type { LoanCase } from './loan-case';

/** How long to rely on a joined enrolment before looking whether it still runs. */
const PATIENCE = '1 day';

/** Longest cause that is shown, in characters. */
const CAUSE_MAX = 500;

/** An enrolment's reply to the loans that wait for it, whichever of them has started it. */
export class EnrolmentReply {
  private result: JoinedResult | undefined;
  /** The attention that the loan shows because its enrolment needs a person. */
  private shown: Attention | undefined;

  constructor(private readonly loan: LoanCase) {
    setHandler(enrolmentSettledSignal, (given) => {
      if (isJoinedResult(given)) this.result = given;
    });
    loan.hear(enrolmentAttentionSignal, (given) => this.show(given));
  }

  /** Forgets an earlier enrolment: later results concern the enrolment that is joined now. */
  expect(): void {
    this.result = undefined;
  }

  /** The joined enrolment's result; `undefined` if it has sent none for a long time. */
  async received(): Promise<JoinedResult | undefined> {
    await condition(() => this.result !== undefined, PATIENCE);
    return this.result;
  }

  private show(given: unknown): void {
    const { cause } = Object(given) as { cause?: unknown };
    if (this.loan.stage !== 'ENROLMENT') return;
    if (this.shown && this.shown === this.loan.attention) this.loan.settleAttention();
    if (typeof cause !== 'string' || this.loan.attention) return;
    this.loan.raiseAttention(
      `the enrolment of the customer needs a person: ${boundedSentence(cause, CAUSE_MAX)}`,
      ['withdraw'],
    );
    this.shown = this.loan.attention;
  }
}
