import type { CustomerInput } from '../enrolment/input';
import type { IDENTITY_NUMBERS } from './commands';

/** A borrower as people see them: of identity numbers the last digits. */
type ShownCustomer = Pick<
  CustomerInput,
  'reference' | 'firstName' | 'lastName' | 'phone' | 'bvn' | 'nin' | 'dateOfBirth' | 'address'
>;

/** What an input says of people and money, as far as any kind of case has it. */
interface Detailed {
  readonly createdBy?: string | undefined;
  readonly amountKobo?: number | undefined;
  readonly source?: { readonly accountNumber: string } | undefined;
  /** Its name is the one that was given; missing of a payout that was reopened. */
  readonly beneficiary?:
    { readonly bankCode: string; readonly accountNumber: string; readonly accountName?: string } | undefined;
  /** Of a loan, where one was named; of its number the end. */
  readonly disbursementAccount?: { readonly accountNumber: string; readonly bankCode: string } | undefined;
  readonly remark?: string | undefined;
  readonly customer?: ShownCustomer | undefined;
  readonly businessName?: string | undefined;
  readonly application?: { readonly amountKobo: number; readonly months: number } | undefined;
}

/** What the input of a case says now. It holds personal data: a query tells it, and nothing keeps it. */
export interface CaseDetails extends Detailed {
  /** The name in which the bank holds the account, once it is known. */
  readonly nameOnAccount?: string;
  /** A payout as it was made, where it was changed since. */
  readonly made?: Pick<Detailed, 'amountKobo' | 'beneficiary' | 'remark'>;
}

/** The details in an input, which is parsed or only given. */
export function detailsIn(input: unknown): CaseDetails {
  const { createdBy, amountKobo, source, beneficiary, remark, customer, businessName, application, ...rest } =
    Object(input) as Detailed;
  const { disbursementAccount: account } = rest;
  return {
    ...{ createdBy, amountKobo, source, beneficiary, remark, businessName, application },
    ...(customer && { customer: shownCustomer(customer) }),
    ...(account && {
      disbursementAccount: {
        bankCode: account.bankCode,
        accountNumber: `…${account.accountNumber.slice(-ACCOUNT_DIGITS_SHOWN)}`,
      },
    }),
  };
}

const ACCOUNT_DIGITS_SHOWN = 4;

function shownCustomer(customer: ShownCustomer): ShownCustomer {
  const { reference, firstName, lastName, phone, bvn, nin, dateOfBirth, address } = customer;
  return {
    ...{ reference, firstName, lastName, phone, dateOfBirth, address },
    ...{ bvn: lastDigits(bvn), ...(nin !== undefined && { nin: lastDigits(nin) }) },
  };
}

/** The numbers of a person in full. */
export type IdentityNumbers = Partial<Pick<CustomerInput, (typeof IDENTITY_NUMBERS)[number]>>;

/** Those in an input, which is parsed or only given. */
export function identityNumbersIn(input: unknown): IdentityNumbers {
  const { bvn, nin } = (Object(input) as Detailed).customer ?? {};
  return { ...(bvn !== undefined && { bvn }), ...(nin !== undefined && { nin }) };
}

const DIGITS_SHOWN = 3;
const lastDigits = (identity: string): string => `…${identity.slice(-DIGITS_SHOWN)}`;
