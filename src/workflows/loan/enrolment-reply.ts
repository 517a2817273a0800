import { condition, setHandler } from '@temporalio/workflow';
import { enrolmentSettledSignal } from '../../domain/wire/messages';
import { isEnrolmentResult, type EnrolmentResult } from '../../domain/enrolment/stages';

/** How long to rely on a joined enrolment before looking whether it still runs. */
const PATIENCE = '1 day';

/** What a joined enrolment tells: another loan of the same customer has started it. */
export class EnrolmentReply {
  private result: EnrolmentResult | undefined;

  constructor() {
    setHandler(enrolmentSettledSignal, (given) => {
      if (isEnrolmentResult(given)) this.result = given;
    });
  }

  /** Forgets an earlier enrolment: what comes from now on concerns the enrolment that is joined now. */
  expect(): void {
    this.result = undefined;
  }

  /** How the joined enrolment ended; nothing when it has not told for a long time. */
  async received(): Promise<EnrolmentResult | undefined> {
    await condition(() => this.result !== undefined, PATIENCE);
    return this.result;
  }
}
