import type { OperationName } from '../../bank/contract';
import { isSuccess, type Answer } from '../replies/answer';
import { valueAt } from '../replies/nodes';

/** A question whose answer shows a reading, beside those of the plan. None of them changes anything at the bank. */
export type Question =
  'unknown payout' | 'unknown customer' | 'shouted filter' | 'large page' | 'balance' | 'movements';

interface Exchange {
  readonly question?: Question;
  readonly row: OperationName;
  readonly input: object;
  readonly answer: Answer;
}

/** Everything that a run has asked and been answered, in order. */
export class Exchanges {
  private readonly all: Exchange[] = [];

  note(exchange: Exchange): void {
    this.all.push(exchange);
  }

  get answers(): Answer[] {
    return this.all.map(({ answer }) => answer);
  }

  /** The answer to one of the questions beside the plan. */
  to(question: Question): Answer | undefined {
    return this.all.find((exchange) => exchange.question === question)?.answer;
  }

  /** The input of the last request of a row that succeeded, and a value of its reply. */
  last(row: OperationName): { readonly input: object; readonly at: (path: string) => unknown } | undefined {
    const found = this.all.findLast((exchange) => exchange.row === row && isSuccess(exchange.answer));
    return found && { input: found.input, at: (path) => valueAt(found.answer.body, path.split('.')) };
  }

  /** Every value that the replies of a row had in one place. */
  values(row: OperationName, path: string): unknown[] {
    const ofRow = this.all.filter((exchange) => exchange.row === row && isSuccess(exchange.answer));
    return ofRow.map(({ answer }) => valueAt(answer.body, path.split('.')));
  }
}
