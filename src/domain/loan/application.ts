import { nairaText } from '../money/amounts';

/** The fields that identify an application and its terms; amounts are kobo, periods months. */
export interface Application {
  readonly customer_id: string;
  readonly amount: number;
  readonly repayment_period: number;
  readonly reference: string;
}

/** An amount in kobo and a period in months; one that is left out stays as it is. */
export interface Terms {
  readonly amountKobo?: number | undefined;
  readonly months?: number | undefined;
}

type Registered = Omit<Application, 'reference'> & { readonly reference?: string | null | undefined };

/** The statuses of an application whose offer counts as accepted at the bank. */
export const ACCEPTED: readonly string[] = ['OFFER_ACCEPTED', 'DISBURSEMENT_APPROVED', 'DISBURSED'];

/** What is left to do at the bank about an offer whose acceptance it has, or may have. */
export const LEFT_ACCEPTED =
  'The bank has taken the acceptance of the offer: ask it to close the application';

/** The statuses of an application that the bank has closed without a loan. */
export const CLOSED_WITHOUT_LOAN = ['DECLINED', 'OFFER_EXPIRED', 'OFFER_DECLINED'] as const;

/** A sentence on an offer whose decline the bank did not take, by the application's status; `undefined` if it is closed. */
export function leftBehind(status: string): string | undefined {
  if (CLOSED_WITHOUT_LOAN.some((closed) => closed === status)) return undefined;
  if (ACCEPTED.includes(status)) return `The bank did not take the decline. ${LEFT_ACCEPTED}`;
  return status === 'HAS_OFFER'
    ? 'The bank did not take the decline of the open offer; it can be accepted until it expires'
    : 'The bank did not tell whether it took the decline of the open offer: look at the application there';
}

/** An application with another amount or period, where they are given. */
export const onTerms = <A extends { readonly amountKobo: number; readonly months: number }>(
  application: A,
  { amountKobo = application.amountKobo, months = application.months }: Terms,
): A => ({ ...application, amountKobo, months });

/** Where a bank statement is asked for. */
export type StatementSource = { readonly [K in 'accountNumber' | 'phone']?: string | undefined } & {
  readonly sortCode: string;
};

/** Where it is asked for next; what is left out stays as it is, unless the bank is another one. */
export function statementFrom(present: StatementSource, given: StatementSource): StatementSource {
  const { sortCode } = given;
  const { accountNumber, phone } = sortCode === present.sortCode ? present : given;
  return { sortCode, accountNumber: given.accountNumber ?? accountNumber, phone: given.phone ?? phone };
}

export const monthsText = (months: number): string => `${months} ${months === 1 ? 'month' : 'months'}`;

/** The differences between the registered and the requested application, a phrase each. */
export function unlike(asked: Application, registered: Registered): string[] {
  const { customer_id, reference, amount, repayment_period: months } = registered;
  return [
    customer_id !== asked.customer_id && 'it belongs to another customer',
    (reference ?? asked.reference) !== asked.reference && 'it has another reference',
    amount !== asked.amount && `${nairaText(amount)} instead of ${nairaText(asked.amount)}`,
    months !== asked.repayment_period &&
      `a period of ${monthsText(months)} instead of ${asked.repayment_period}`,
  ].filter((difference) => difference !== false);
}
