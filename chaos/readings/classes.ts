import {
  dimensionNames,
  readingsOf,
  type DimensionName,
  type ReadingName,
} from '../../sandbox/readings/dimensions';
import type { LenderSettings } from './lender';

/**
 * What the orchestrator makes of a reading. `right`: everything ends as under the usual one. `configurable`: the same,
 * once the settings name the reading. `parked`: a case waits with attention and a command that helps.
 */
export type ReadingClass =
  | { readonly class: 'right' }
  | { readonly class: 'configurable'; readonly settings: LenderSettings }
  | { readonly class: 'parked'; readonly why: string };

/** One reading of one dimension. */
export type Reading = { [D in DimensionName]: readonly [D, ReadingName<D>] }[DimensionName];

const parked = (why: string): ReadingClass => ({ class: 'parked', why });
const configurable = (settings: LenderSettings): ReadingClass => ({ class: 'configurable', settings });

/** Words of two readings; a lender sets those of their bank. */
const WORDS: LenderSettings = {
  BANK_WORDS: JSON.stringify({
    payout: { SUCCESSFUL: 'SUCCESS', COMPLETED: 'SUCCESS' },
    kyc: { APPROVED: 'VERIFIED', FAILED: 'REJECTED' },
  }),
};

/** The readings that are not simply right. */
const exceptions: { readonly [D in DimensionName]?: { readonly [R in ReadingName<D>]?: ReadingClass } } = {
  units: { swapped: configurable({ SERVICE_BALANCE_UNIT: 'naira', SERVICE_TRANSACTION_UNIT: 'naira' }) },
  fees: { 'other-words': configurable({ STATEMENT_FEE_WORDS: 'levy' }) },
  webhookSignature: {
    base64: configurable({ WEBHOOK_SIGNATURE_ENCODING: 'base64' }),
    'other-header': configurable({ WEBHOOK_SIGNATURE_HEADER: 'X-Signature' }),
    unsigned: configurable({ WEBHOOK_UNSIGNED: 'true' }),
  },
  payoutWords: { synonyms: configurable(WORDS) },
  resentPayout: {
    'insufficient-balance': parked(
      'what became of a flush whose repeat finds no money, and that the bank does not show',
    ),
  },
  unreachableBank: {
    unavailable: parked('what became of a payout that the bank answers with 503 each time'),
  },
  secondCustomer: {
    conflict: parked("whether the bank's record of the BVN, with another date of birth, is the customer's"),
    'bad-request': parked(
      "whether the bank's record of the BVN, with another date of birth, is the customer's",
    ),
  },
  kycWords: {
    synonyms: configurable(WORDS),
    expires: parked('whether a customer whose KYC has expired is enrolled again'),
  },
  offerExpiry: {
    unmarked: parked('whether an offer has ended that the bank does not mark as expired'),
  },
  postOfferGates: {
    'other-words': parked('which step the bank wants, where no word of its refusal tells'),
  },
  usedApplication: {
    'bad-request': parked(
      'whether an application stands that the bank refuses to take again and does not list yet',
    ),
  },
  statementInput: {
    'account-and-phone': parked('which account the statement is of, where the application did not say'),
  },
  applicationTerms: {
    'capped-period': parked('whether the borrower wants a shorter period than was asked for'),
    'capped-amount': parked('whether the borrower wants another amount than was asked for'),
  },
  notRegistered: {
    never: parked('withdrawal of an application that the bank never registers'),
  },
  charge: {
    'pending-failed': parked('what to do about an instalment that cannot be charged'),
    'partly-taken': parked('what to do about an instalment until the rest of it is charged again'),
    'always-partly': parked('what to do about an instalment that is never taken in full'),
  },
  chargeSettlement: {
    'after-next': parked('whether an instalment whose charge stays pending is charged again'),
  },
  dates: {
    empty: parked('when an instalment is due whose date the bank leaves out'),
    'turned-round': parked('when an instalment is due whose date cannot be read'),
  },
  unreadableReply: {
    always: parked('what to do without the operation that cannot be read'),
  },
};

/** A dimension that trials have no part of, or a reading that they cannot meet, is shown by tests. */
const SHOWN_BY_TESTS: Readonly<Record<string, string>> = {
  webhookSignature: '`test/webhooks/authentication.test.ts`',
  webhookContent: '`test/webhooks/receiver.test.ts`',
  // Nothing is charged before it is due, and no charge is repeated while it may have been taken.
  'charge=nothing-due': '`test/workflows/repayment-charging.slow.test.ts`',
  'usedCharge=bad-request': '`test/workflows/repayment-charging.slow.test.ts`',
  'usedCharge=again': '`npm run chaos -- programs`',
  // No application is repeated while the bank may have it.
  'usedApplication=another': '`test/workflows/loan/application.slow.test.ts`',
};

/** The test, or other run, that shows the class of a reading whose trial cannot. */
export const testOf = ([dimension, reading]: Reading): string | undefined =>
  SHOWN_BY_TESTS[dimension] ?? SHOWN_BY_TESTS[`${dimension}=${reading}`];

/** Whether the trial of a reading can meet it. */
export const isTried = (reading: Reading): boolean => testOf(reading) === undefined;

export function classOf([dimension, reading]: Reading): ReadingClass {
  const known = exceptions[dimension] as Readonly<Record<string, ReadingClass>> | undefined;
  return known?.[reading] ?? { class: 'right' };
}

/** Every reading but the usual ones. */
export const unusualReadings = (): Reading[] =>
  dimensionNames.flatMap((dimension) =>
    readingsOf(dimension)
      .slice(1)
      .map((reading) => [dimension, reading] as unknown as Reading),
  );

/** How many readings there are, the usual ones among them. */
export const readingCount = (): number =>
  dimensionNames.reduce((sum, dimension) => sum + readingsOf(dimension).length, 0);
