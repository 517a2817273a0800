import type { Rule } from './rules';

type Then<S extends Rule['subject']> = Extract<Rule, { subject: S }>['then'];

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Three free digits follow, so that a thousand customers can share a scenario. */
const kyc = (code: string, then: Then<'kyc'>): Rule => ({
  subject: 'kyc',
  when: { bvn: `999999${code}*` },
  then,
});

/** A word in the reference of an application, e.g. LN-1-SIM-declined. */
const inReference = (word: string) => ({ reference: `*SIM-${word}*` });
const loan = (word: string, then: Then<'loan'>): Rule => ({ subject: 'loan', when: inReference(word), then });
const borrower = (word: string, then: Then<'borrower'>): Rule => ({
  subject: 'borrower',
  when: inReference(word),
  then,
});

/** The last two digits of a beneficiary's account number that starts with eight zeros. */
const resolve = (code: string, then: Then<'resolve'>): Rule => ({
  subject: 'resolve',
  when: { account_number: `00000000${code}` },
  then,
});
const payout = (code: string, then: Then<'payout'>): Rule => ({
  subject: 'payout',
  when: { 'beneficiary.account_number': `00000000${code}` },
  then,
});

/** Values that no ordinary input has, each with its course. docs/SANDBOX.md explains them. */
export const magicRules: readonly Rule[] = [
  kyc('01', { ends: 'REJECTED' }),
  kyc('02', { rejectsFirst: 1 }),
  kyc('03', { afterSeconds: 3 * DAY }),
  kyc('04', { ends: 'NEVER' }),
  kyc('05', { shows: 'MANUAL_REVIEW', afterSeconds: HOUR }),

  loan('register-late', { registrationSeconds: 6 * HOUR }),
  loan('statement-fails', { bankStatementFailsFirst: 1 }),
  loan('declined', { decision: 'DECLINED' }),
  loan('offer-late', { decisionSeconds: 5 * DAY }),
  loan('no-decision', { decision: 'NEVER' }),
  loan('offer-short', { offerValiditySeconds: HOUR }),
  loan('offer-half', { offerShare: 0.5 }),
  loan('tenure-60', { tenureMonths: 60 }),
  loan('board-fails', { boardReviewFailsFirst: 1 }),
  loan('guarantor', { guarantorAsked: true }),
  loan('disburse-late', { disbursementSeconds: 14 * DAY }),

  borrower('pays-late', { lateDays: 10 }),
  borrower('pays-half', { share: 0.5 }),
  borrower('pays-early', { settlesAfterDays: 15 }),
  borrower('pays-never', { stopsAfter: 0, spendsLoan: true }),
  borrower('stops', { stopsAfter: 2, catchesUpAfterDays: 45, spendsLoan: true }),
  borrower('charge', { awaitsCharge: true, spendsLoan: true }),

  resolve('01', { refusal: 'beneficiaryNotFound' }),
  resolve('02', { refusal: 'bankUnresponsive' }),

  payout('03', { refusal: 'bankRefused' }),
  payout('04', { ends: 'FAILED' }),
  payout('05', { afterSeconds: 6 * HOUR }),
  payout('06', { reversedAfterSeconds: 2 * DAY }),
  payout('07', { shows: 'UNDER_REVIEW', afterSeconds: HOUR }),
  payout('08', { ends: 'NEVER' }),
  payout('09', { ends: 'FAILED', afterSeconds: 30 * 60 }),
  payout('10', { shows: 'UNDER_REVIEW', ends: 'NEVER' }),
  payout('11', { reversedAfterSeconds: 30 * DAY }),
];
