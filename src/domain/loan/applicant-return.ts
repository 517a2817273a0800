import type { LoanCommands, RETURN_REASONS } from './commands';

/** Why a loan is held: what an officer asks of the applicant, or a document that was rejected once all were collected. */
export type HoldReason = (typeof RETURN_REASONS)[number] | 'DOCUMENT_REJECTED';

/** The commands that answer each reason; without one, only an officer says that the answer came back. */
export const BROUGHT_BY: Readonly<Record<HoldReason, readonly string[]>> = {
  DOCUMENT_NEEDED: ['submitDocument', 'submitBoardResolution'],
  DOCUMENT_REJECTED: ['submitDocument', 'submitBoardResolution'],
  DATA_NEEDED: [
    'updateApplication',
    'correctCustomer',
    'correctBankStatement',
    'setDisbursementAccount',
    'addGuarantor',
  ],
  CLARIFICATION: [],
  OTHER: [],
} satisfies Record<HoldReason, (keyof LoanCommands)[]>;

const BRINGING = Object.values(BROUGHT_BY).flat();

/** Parts the reasons in the fact `askedFor`. */
export const REASONS_APART = ', ';

/**
 * What a command does to the hold of a loan that is held for these reasons, as a sentence; `undefined`
 * of a command that brings nothing, or if the case does not tell the reason. What a borrower brings ends no hold.
 */
export function effectOnHold(
  command: string,
  { askedFor }: { readonly askedFor?: unknown },
  by = '',
): string | undefined {
  if (!BRINGING.includes(command) || typeof askedFor !== 'string') return undefined;
  const asked = askedFor.split(REASONS_APART) as HoldReason[];
  if (by.startsWith('borrower ') || !asked.some((reason) => BROUGHT_BY[reason].includes(command)))
    return 'The hold stays with this: it ends once an officer says that nothing is waited for any more.';
  return asked.length > 1 || asked.includes('DOCUMENT_REJECTED')
    ? 'The hold ends once all that is asked for came back, and the bank has another of each rejected document.'
    : 'The hold ends with this, whatever it brings, and the loan goes on.';
}

/** Added to what to do about a held loan whose offer was accepted or declined. */
export const ANSWER_KEPT = 'The offer has been answered: the answer goes to the bank then.';
