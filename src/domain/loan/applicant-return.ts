import type { LoanCommands, RETURN_REASONS } from './commands';

export type ReturnReason = (typeof RETURN_REASONS)[number];

/** The commands that bring what an applicant was asked for; what else is asked comes back by an officer's word alone. */
const BROUGHT_BY: Readonly<Record<ReturnReason, readonly (keyof LoanCommands)[]>> = {
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
};

/** Whether a command brings what the applicant was asked for. */
export const isBroughtBy = (reason: ReturnReason, command: string): boolean =>
  (BROUGHT_BY[reason] as readonly string[]).includes(command);
