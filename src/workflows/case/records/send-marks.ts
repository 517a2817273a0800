import type { SendMark } from '../../../domain/case/authorisation';

/** The marks of a case's sends of money, by which the fence knows one from the next. */
export class SendMarks {
  private last: string | undefined;
  /** How many marks were given: two sends may begin in one workflow task. */
  private given = 0;
  private open: SendMark | undefined;

  /** The mark of a send that begins now: that of the one before, where that was stopped before it went out. */
  next(): SendMark {
    const { last: after } = this;
    return (this.open ??= {
      at: `${new Date().toISOString()} ${++this.given}`,
      ...(after !== undefined && { after }),
    });
  }

  /** The send with this mark may have gone out. */
  mayHaveGone({ at }: SendMark): void {
    this.last = at;
    this.open = undefined;
  }
}
