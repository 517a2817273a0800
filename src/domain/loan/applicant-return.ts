import type { LoanCommands, RETURN_REASONS } from './commands';

export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The commands that answer each reason; without one, only an officer says that the answer came back. */
export const BROUGHT_BY: Readonly<Record<ReturnReason, readonly string[]>> = {
  DOCUMENT_NEEDED: ['submitDocument', 'submitBoardResolution'],
  DATA_NEEDED: [
    'updateApplication',
    'correctCustomer',
    'correctBankStatement',
    'setDisbursementAccount',
    'addGuarantor',
  ],
  CLARIFICATION: [],
  OTHER: [],
} satisfies Record<ReturnReason, (keyof LoanCommands)[]>;

const BRINGING = Object.values(BROUGHT_BY).flat();

/**
 * What a command does to the hold of a loan whose applicant was asked for this reason, as a sentence; `undefined`
 * of a command that brings nothing, or if the case does not tell the reason. What a borrower brings ends no hold.
 */
export function effectOnHold(
  command: string,
  { askedFor }: { readonly askedFor?: unknown },
  by = '',
): string | undefined {
  if (!BRINGING.includes(command) || typeof askedFor !== 'string') return undefined;
  return BROUGHT_BY[askedFor as ReturnReason].includes(command) && !by.startsWith('borrower ')
    ? 'The hold ends with this, whatever it brings, and the loan goes on.'
    : 'The hold stays with this: it ends once an officer says that nothing is waited for any more.';
}

/** Added to what to do about a held loan whose offer was accepted or declined. */
export const ANSWER_KEPT = 'The offer has been answered: the answer goes to the bank then.';
