import type { CustomerInput } from '../enrolment/input';
import type { StatementSource } from '../loan/application';
import type { IDENTITY_NUMBERS } from './commands';

/** A borrower as people see them, with only the last digits of identity numbers. */
type ShownCustomer = Pick<
  CustomerInput,
  'reference' | 'firstName' | 'lastName' | 'phone' | 'bvn' | 'nin' | 'dateOfBirth' | 'address'
>;

/** The fields about people and money in the inputs of all kinds of case. */
interface Detailed {
  readonly createdBy?: string | undefined;
  readonly amountKobo?: number | undefined;
  readonly source?: { readonly accountNumber: string } | undefined;
  /** `accountName` is the given name; a reopened payout has none. */
  readonly beneficiary?:
    { readonly bankCode: string; readonly accountNumber: string; readonly accountName?: string } | undefined;
  /** The account that a loan names, with the end of its number. */
  readonly disbursementAccount?: { readonly accountNumber: string; readonly bankCode: string } | undefined;
  /** Of a loan: where its bank statement is asked for, with the ends of its numbers. */
  readonly bankStatement?: StatementSource | undefined;
  readonly remark?: string | undefined;
  readonly customer?: ShownCustomer | undefined;
  readonly businessName?: string | undefined;
  readonly application?:
    { readonly amountKobo: number; readonly months: number; readonly purpose?: string } | undefined;
}

/** A case's input with its changes. It holds personal data: a query returns it, and nothing stores it. */
export interface CaseDetails extends Detailed {
  /** The name in which the bank holds the account, once it is known. */
  readonly nameOnAccount?: string;
  /** Of a payout: the people who made or changed it, or vouched for its account's name. */
  readonly makers?: readonly string[];
  /** The original payout, if it was changed since. */
  readonly made?: Pick<Detailed, 'amountKobo' | 'beneficiary' | 'remark'>;
}

/** The details in an input, parsed or not. */
export function detailsIn(input: unknown): CaseDetails {
  const { createdBy, amountKobo, source, beneficiary, remark, customer, businessName, application, ...rest } =
    Object(input) as Detailed;
  const { disbursementAccount: account, bankStatement } = rest;
  return {
    ...{ createdBy, amountKobo, source, beneficiary, remark, businessName, application },
    ...(customer && { customer: shownCustomer(customer) }),
    ...(account && { disbursementAccount: shortened(account) }),
    ...(bankStatement && { bankStatement: shortened(bankStatement) }),
  };
}

const ACCOUNT_DIGITS_SHOWN = 4;

/** An account with the ends of its numbers; a bank's code stays whole. */
const shortened = <A extends object>(account: A): A => {
  const given = Object.entries(account as Record<string, string | undefined>);
  const shown = given.map(([name, value]) => [
    name,
    /Code$/.test(name) ? value : value && `…${value.slice(-ACCOUNT_DIGITS_SHOWN)}`,
  ]);
  return Object.fromEntries(shown) as A;
};

function shownCustomer(customer: ShownCustomer): ShownCustomer {
  const { reference, firstName, lastName, phone, bvn, nin, dateOfBirth, address } = customer;
  return {
    ...{ reference, firstName, lastName, phone, dateOfBirth, address },
    ...{ bvn: lastDigits(bvn), ...(nin !== undefined && { nin: lastDigits(nin) }) },
  };
}

/** A person's BVN and NIN in full. */
export type IdentityNumbers = Partial<Pick<CustomerInput, (typeof IDENTITY_NUMBERS)[number]>>;

/** The identity numbers in an input, parsed or not. */
export function identityNumbersIn(input: unknown): IdentityNumbers {
  const { bvn, nin } = (Object(input) as Detailed).customer ?? {};
  return { ...(bvn !== undefined && { bvn }), ...(nin !== undefined && { nin }) };
}

const DIGITS_SHOWN = 3;
const lastDigits = (identity: string): string => `…${identity.slice(-DIGITS_SHOWN)}`;
