import type { Connection } from '../../bank/client';
import type { OperationName } from '../../bank/contract';
import { answerTo, type Log } from '../replies/answer';
import type { Exchanges, Question } from './exchanges';

interface Asked {
  readonly question: Question;
  readonly row: OperationName;
  readonly input: object;
}

/** A BVN that no person has: each begins with 2. */
const UNUSED_BVN = '00000000001';
const SMALL_PAGE = { page: 1, limit: 10 };
const LARGE_PAGE = { page: 1, limit: 100 };

/** Asks, after the plan, what shows a reading and changes nothing. */
export async function askHarmlessly(connection: Connection, exchanges: Exchanges, log: Log): Promise<void> {
  for (const { question, row, input } of questions(exchanges))
    exchanges.note({ question, row, input, answer: await answerTo(connection, row, input, log) });
}

function questions(exchanges: Exchanges): Asked[] {
  const { email } = (exchanges.last('createCustomer')?.input ?? {}) as { email?: string };
  const account = exchanges.last('getAccount')?.input;
  return [
    {
      question: 'unknown payout',
      row: 'getPayoutStatus',
      input: { reference: `probe-${Date.now()}-unknown` },
    },
    { question: 'unknown customer', row: 'listCustomers', input: { bvn: UNUSED_BVN, ...SMALL_PAGE } },
    { question: 'large page', row: 'listCustomers', input: LARGE_PAGE },
    ...(email ? [shouted(email)] : []),
    ...(account ? balanceAndMovements(account) : []),
  ];
}

/** The balance first: what moves meanwhile then stands above the row that has left this balance. */
const balanceAndMovements = (account: object): Asked[] => [
  { question: 'balance', row: 'getAccount', input: account },
  { question: 'movements', row: 'listTransactions', input: { ...account, ...SMALL_PAGE } },
];

const shouted = (email: string): Asked => ({
  question: 'shouted filter',
  row: 'listCustomers',
  input: { email: email.toUpperCase(), ...SMALL_PAGE },
});
