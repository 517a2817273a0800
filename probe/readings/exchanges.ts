import type { OperationName } from '../../src/bank/contract';
import { isSuccess, type Answer, answerTo, type Log } from '../replies/answer';
import { valueAt } from '../replies/problems';
import type { Connection } from '../../src/bank/client';

/** A request beside the plan whose answer shows a reading. None changes anything at the bank. */
export type Question =
  'unknown payout' | 'unknown customer' | 'shouted filter' | 'large page' | 'balance' | 'movements';

interface Exchange {
  readonly question?: Question;
  readonly row: OperationName;
  readonly input: object;
  readonly answer: Answer;
}

/** All requests of a run with their answers, in order. */
export class Exchanges {
  private readonly all: Exchange[] = [];

  note(exchange: Exchange): void {
    this.all.push(exchange);
  }

  get answers(): Answer[] {
    return this.all.map(({ answer }) => answer);
  }

  /** The answer to a question beside the plan. */
  to(question: Question): Answer | undefined {
    return this.all.find((exchange) => exchange.question === question)?.answer;
  }

  /** The input of a row's last successful request, and access to its reply. */
  last(row: OperationName): { readonly input: object; readonly at: (path: string) => unknown } | undefined {
    const found = this.all.findLast((exchange) => exchange.row === row && isSuccess(exchange.answer));
    return found && { input: found.input, at: (path) => valueAt(found.answer.body, path.split('.')) };
  }

  /** The values at a path in all successful replies of a row. */
  values(row: OperationName, path: string): unknown[] {
    const ofRow = this.all.filter((exchange) => exchange.row === row && isSuccess(exchange.answer));
    return ofRow.map(({ answer }) => valueAt(answer.body, path.split('.')));
  }
}

type Asked = Required<Omit<Exchange, 'answer'>>;

/** A BVN that no person has: real ones begin with 2. */
const UNUSED_BVN = '00000000001';
const SMALL_PAGE = { page: 1, limit: 10 };
const LARGE_PAGE = { page: 1, limit: 100 };

/** Asks the questions beside the plan, which change nothing. */
export async function askHarmlessly(connection: Connection, exchanges: Exchanges, log: Log): Promise<void> {
  for (const { question, row, input } of questions(exchanges))
    exchanges.note({ question, row, input, answer: await answerTo(connection, row, input, log) });
}

function questions(exchanges: Exchanges): Asked[] {
  const { email } = (exchanges.last('createCustomer')?.input ?? {}) as { email?: string };
  const account = exchanges.last('getAccount')?.input;
  const unusedReference = `probe-${Date.now()}-unknown`;
  return [
    { question: 'unknown payout', row: 'getPayoutStatus', input: { reference: unusedReference } },
    { question: 'unknown customer', row: 'listCustomers', input: { bvn: UNUSED_BVN, ...SMALL_PAGE } },
    { question: 'large page', row: 'listCustomers', input: LARGE_PAGE },
    ...(email ? [shouted(email)] : []),
    ...(account ? balanceAndMovements(account) : []),
  ];
}

/** Reads the balance first: later movements then stand above the row that left this balance. */
const balanceAndMovements = (account: object): Asked[] => [
  { question: 'balance', row: 'getAccount', input: account },
  { question: 'movements', row: 'listTransactions', input: { ...account, ...SMALL_PAGE } },
];

const shouted = (email: string): Asked => ({
  question: 'shouted filter',
  row: 'listCustomers',
  input: { email: email.toUpperCase(), ...SMALL_PAGE },
});
