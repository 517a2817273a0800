import type { LoanCommands } from './commands';
import type { ChargeMandate } from './input';

/** The loans that the bank names: the application's, with its status, and the customer's active one. */
export interface LoansNamed {
  readonly status?: string | undefined;
  readonly ofApplication?: string | undefined;
  readonly active?: string | undefined;
}

/** Whether people's word counts once they give it again: not against what the bank says of the application itself. */
export const mayInsist = (loanId: string | undefined, { status, ofApplication }: LoansNamed): boolean =>
  ofApplication === undefined && (loanId !== undefined || status !== 'DISBURSED');

/**
 * Why a loan that a person says is disbursed may be another customer's, or, without one, why it may be disbursed all
 * the same; `undefined` if the bank agrees.
 */
export function doubtOf(loanId: string | undefined, loans: LoansNamed): string | undefined {
  const { ofApplication, active } = loans;
  if (loanId === undefined) return doubtOfNone(loans);
  if ((ofApplication ?? active) === loanId) return undefined;
  if (ofApplication !== undefined)
    return `the bank names ${ofApplication} as the loan of this application, and not ${loanId}`;
  const named = active === undefined ? 'no active loan of this customer' : `${active} as the customer's loan`;
  return `the bank shows ${named}, so that ${loanId} may be another customer's: give the same id again where it is right all the same`;
}

function doubtOfNone({ status, active }: LoansNamed): string | undefined {
  if (status === 'DISBURSED') return 'the bank calls the application disbursed, without a loan so far';
  return active === undefined
    ? undefined
    : `the bank shows ${active} as the customer's loan: give the same answer again where it is of another application`;
}

/** Commands that let a loan be paid out, and so wait until people have decided about another account for it. */
export const AFTER_ACCOUNT = [
  'acceptOffer',
  'agreeToTerms',
  'submitBoardResolution',
  'addGuarantor',
  'skip',
  'resumeApplication',
  'confirmAccountHolder',
] as const satisfies readonly (keyof LoanCommands)[];
export const ACCOUNT_FIRST =
  'another account for the loan waits for a second person: it has to be confirmed or refused first';

/** The digits of an account that people see, and repeat when they confirm it. */
export const endOf = (accountNumber: string): string => accountNumber.slice(-4);

/** The mandate where a signed input names none: above any charge, and all charges, with interest and fees. */
export const usualMandate = (loanKobo: number): ChargeMandate => ({
  eachKobo: 2 * loanKobo,
  inAllKobo: 3 * loanKobo,
});
