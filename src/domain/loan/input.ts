import { z } from 'zod';
import type { LendingPolicy } from './policy';
import { contract } from '../../bank/contract';
import { DOCUMENT_TAGS } from '../../bank/contract/codes';
import { branch, clock, pastDay, reference, type WithClock } from '../../input/fields';
import { customer, deadlines } from '../enrolment/input';

const application = contract.applyForLoan.body.shape;
const statement = contract.linkBankStatement.body.shape;
const account = contract.setDisbursementAccount.body.shape;
const underwriting = contract.submitUnderwriting.body;
const { profile } = underwriting.shape;

/** A document to hand in. The command line adds a missing digest; the worker requires it. */
const document = z.strictObject({
  tag: z.enum(DOCUMENT_TAGS),
  path: z.string().min(1).max(300).describe('Path inside the document store'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, { error: 'sha256 must be 64 lower-case hexadecimal digits' })
    .optional(),
});

const observing = z.strictObject({
  mode: z.literal('observe').describe('The borrower pays by transfer; the schedule is only read'),
  graceDays: z
    .int()
    .min(0)
    .max(30)
    .default(1)
    .describe('Days after the due date before it counts as arrears'),
});

const charging = z.strictObject({
  mode: z.literal('charge').describe("Each instalment is charged to the borrower's account on its due date"),
  graceDays: z.int().min(0).max(30).default(1),
  maximumAttempts: z
    .int()
    .min(1)
    .max(10)
    .default(3)
    .describe('How often the policy charges an instalment; what an officer charges comes on top'),
  retryAfterDays: z.int().min(1).max(30).default(3).describe('Days between two charges of an instalment'),
  mandate: z
    .strictObject({
      eachKobo: z.int().min(1).describe('The most that one charge may take'),
      inAllKobo: z.int().min(1).optional().describe('The most that all charges may take together'),
      until: z.iso
        .date({ error: 'until must be a day, YYYY-MM-DD' })
        .optional()
        .describe('The last day of it'),
    })
    .optional()
    .describe(
      'What the person who starts the loan allows to be charged; default is twice the amount of the loan at once, three times in all',
    ),
});

/** The file of a loan application, with everything that is known when it starts. */
export const loanInput = z.strictObject({
  reference: reference('reference').describe(
    'Your own id of the loan; whoever starts it once more finds the one that runs',
  ),
  branch,
  customer,
  businessName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      "Name of the borrower's business, by which people find the loan. The loan is paid into an account of this name only where the bank's record of the customer has the name, too",
    ),
  application: z.strictObject({
    amountKobo: application.amount.describe('Amount in kobo, at least 300000'),
    months: application.repayment_period.describe('1 to 6'),
    purpose: application.loan_purpose,
  }),
  underwriting: underwriting
    .extend({
      profile: profile.extend({
        businessStartDate: pastDay('profile.businessStartDate', profile.shape.businessStartDate),
        grossProfitMargin: profile.shape.grossProfitMargin.describe('In percent, from 1 to 100'),
        operatingExpenses: profile.shape.operatingExpenses.describe(
          "Amount in kobo. The bank's interface does not say for which period",
        ),
      }),
    })
    .describe("The profile of the borrower's business"),
  bankStatement: z.strictObject({
    sortCode: statement.sort_code.describe('3 to 6 digits'),
    accountNumber: statement.account_number.describe(
      '10 digits; a bank of another account than ours may ask for it',
    ),
    phone: statement.phone.describe(
      'The phone number that the borrower has given that bank, which may ask for it',
    ),
  }),
  documents: z.array(document).max(50).default([]),
  disbursementAccount: z
    .strictObject({ accountNumber: account.account_number, bankCode: account.bank_code })
    .optional()
    .describe("Where the loan is paid into; default is the customer's own account"),
  policy: z
    .strictObject({
      agreeToTermsWithOffer: z
        .boolean()
        .default(true)
        .describe('Accepting the offer includes agreeing to the terms of use'),
      repayment: z.discriminatedUnion('mode', [observing, charging]).prefault({ mode: 'observe' }),
      deadlines: deadlines.optional(),
    })
    .prefault({}),
  clock: clock.optional(),
});

/** A loan's input as the workflow receives it once it is parsed. */
export type LoanInput = WithClock<z.output<typeof loanInput>> & {
  /** The worker's policy, never the caller's. */
  readonly lending: LendingPolicy;
};
/** A checked loan; without a clock of its own it uses the worker's. */
export type CheckedLoan = z.output<typeof loanInput>;
/** A loan's input as a person or a program writes it. */
export type LoanFile = z.input<typeof loanInput>;
export type RepaymentPolicy = LoanInput['policy']['repayment'];
/** A person's signed permission for charges that nobody can know in advance. */
export type ChargeMandate = NonNullable<z.output<typeof charging>['mandate']>;
