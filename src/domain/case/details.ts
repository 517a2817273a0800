import type { CustomerInput } from '../enrolment/input';

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
  readonly remark?: string | undefined;
  readonly customer?: ShownCustomer | undefined;
  readonly businessName?: string | undefined;
  readonly application?: { readonly amountKobo: number; readonly months: number } | undefined;
}

/** What the input of a case says now. It holds personal data: a query tells it, and nothing keeps it. */
export interface CaseDetails extends Detailed {
  /** The name in which the bank holds the account, while people are asked about it. */
  readonly nameInQuestion?: string;
}

/** The details in an input, which is parsed or only given. */
export function detailsIn(input: unknown): CaseDetails {
  const { createdBy, amountKobo, source, beneficiary, remark, customer, businessName, application } = Object(
    input,
  ) as Detailed;
  return {
    ...{ createdBy, amountKobo, source, beneficiary, remark, businessName, application },
    ...(customer && { customer: shownCustomer(customer) }),
  };
}

function shownCustomer(customer: ShownCustomer): ShownCustomer {
  const { reference, firstName, lastName, phone, bvn, nin, dateOfBirth, address } = customer;
  return {
    ...{ reference, firstName, lastName, phone, dateOfBirth, address },
    ...{ bvn: lastDigits(bvn), ...(nin !== undefined && { nin: lastDigits(nin) }) },
  };
}

const DIGITS_SHOWN = 3;
const lastDigits = (identity: string): string => `…${identity.slice(-DIGITS_SHOWN)}`;
