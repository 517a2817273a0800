import { operationNames, type Contract, type OperationName } from '../../src/bank/contract';
import type { Input, Upload } from '../../src/bank/contract/operation';

/** A state that takes the bank time: the request is repeated until a field of its reply has the value. */
interface Condition {
  readonly field: string;
  readonly value: string;
  /** Values after which the awaited one cannot come any more. */
  readonly over?: readonly string[];
}

/** One request of the plan. */
export interface Step {
  readonly row: OperationName;
  readonly input: (known: Known) => object;
  /** Facts that must be there beyond those in the input. */
  readonly after?: readonly Fact[];
  /** Paths in the reply, or under `input`, of facts for later requests. */
  readonly learns?: Partial<Record<Fact, string>>;
  readonly awaits?: Condition;
}

type Steps = {
  [Name in OperationName]: (
    input: (known: Known) => Input<Contract[Name]>,
    rest?: Omit<Step, 'row' | 'input'>,
  ) => Step;
};

/** Declares a step on a row; the compiler checks its input against the row. */
export const ask = Object.fromEntries(
  operationNames.map((row) => [row, (input: Step['input'], rest = {}): Step => ({ row, input, ...rest })]),
) as unknown as Steps;

/** Everything that must be known before a step. */
export const needsOf = ({ input, after = [] }: Step): Fact[] => [...factsIn(input), ...after];

/** The facts that a step provides. */
export const givesOf = ({ learns = {} }: Step): Fact[] => Object.keys(learns) as Fact[];

/** The two applications of a run: it declines the offer of one, and carries the other to its loan. */
export type Journey = 'declined' | 'kept';

/** A value that a request takes from an earlier reply or from the command line. */
export type Fact =
  | 'stamp'
  | 'bvn'
  | 'customerId'
  | 'accountNumber'
  | 'bankCode'
  | 'bankName'
  | 'secondNumber'
  | 'secondName'
  | 'enrolledCustomer'
  | 'startedCustomer'
  | 'verifiedCustomer'
  | `${Journey}Application`
  | `${Journey}Underwritten`
  | `${Journey}Linked`
  | `${Journey}Stated`
  | `${Journey}Documented`
  | `${Journey}Deciding`
  | `${Journey}Offered`
  | 'acceptedApplication'
  | 'agreedApplication'
  | 'resolutionUrl'
  | 'resolvedApplication'
  | 'finishedApplication'
  | 'loanId'
  | 'sourceNumber'
  | 'payoutReference'
  | 'settledReference'
  | 'transactionReference'
  | 'eventId'
  | 'webhookUrl';

export type Known = Readonly<Record<Fact, string>>;
export type Facts = Partial<Known>;

/** The facts that an input uses. */
function factsIn(input: (known: Known) => unknown): Fact[] {
  const asked = new Set<Fact>();
  const noting = (_: object, fact: string) => {
    asked.add(fact as Fact);
    return '';
  };
  input(new Proxy<Known>({} as Known, { get: noting }));
  return [...asked];
}

/** A plainly invented person; the caller gives the BVN, or it is made up. */
export const person = ({ stamp, bvn }: Known): Input<Contract['createCustomer']> => ({
  first_name: 'Test',
  last_name: 'Borrower',
  email: `contract-probe-${stamp}@example.com`,
  phone: `080${bvn.slice(-8)}`,
  dob: '1990-01-31',
  gender: 'FEMALE',
  street: '1 Sample Street',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
  bvn,
});

/** A registered company, so that a board resolution applies. */
export const underwriting: Omit<Input<Contract['submitUnderwriting']>, 'applicationId'> = {
  structure: {
    hasWebsite: false,
    hasSocialMediaHandles: false,
    hasAuditedFinancialStatement: false,
    payPension: false,
    hasPayeeReceipt: false,
    hasBusinessInsurance: false,
    hasTaxClearanceCert: false,
    hasManagementAccounts: false,
    hasAccountant: false,
    hasStaffHealthCare: false,
    ownProperty: false,
    payRent: true,
    isRegisteredBusiness: true,
  },
  address: {
    lga: 'Ikeja',
    city: 'Ikeja',
    state: 'Lagos',
    country: 'Nigeria',
    addressVerificationType: 'POWER_BILL',
  },
  profile: {
    yearsInBusiness: 'TWO_TO_FIVE',
    numberOfLocations: 'ONE',
    numberOfStaff: 'ONE_TO_FIVE',
    grossProfitMargin: 30,
    operatingExpenses: 5_000_000,
    businessRole: 'OWNER',
    averageDailyCustomers: 'FIVE_TO_FOURTEEN',
    businessStartDate: '2022-03-01',
    businessType: 'LIMITED_LIABILITY',
  },
};

/** The smallest file that passes for a PDF. */
export const pdf: Upload = {
  filename: 'contract-probe.pdf',
  blob: new Blob(['%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'], { type: 'application/pdf' }),
};
