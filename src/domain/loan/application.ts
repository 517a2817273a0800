import { nairaText } from '../money/amounts';

/** What identifies an application and decides about its money; amounts are kobo, periods months. */
export interface Application {
  readonly customer_id: string;
  readonly amount: number;
  readonly repayment_period: number;
  readonly reference: string;
}

type Registered = Omit<Application, 'reference'> & { readonly reference?: string | null | undefined };

/** A period for people. */
export const monthsText = (months: number): string => `${months} ${months === 1 ? 'month' : 'months'}`;

/** How what the bank has registered differs from what was asked for, a phrase each; empty where it does not. */
export function unlike(asked: Application, registered: Registered): string[] {
  const differences: string[] = [];
  if (registered.customer_id !== asked.customer_id) differences.push('it belongs to another customer');
  if ((registered.reference ?? asked.reference) !== asked.reference)
    differences.push('it has another reference');
  if (registered.amount !== asked.amount)
    differences.push(`${nairaText(registered.amount)} instead of ${nairaText(asked.amount)}`);
  if (registered.repayment_period !== asked.repayment_period)
    differences.push(
      `a period of ${monthsText(registered.repayment_period)} instead of ${asked.repayment_period}`,
    );
  return differences;
}
