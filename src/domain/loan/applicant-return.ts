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

/** Whether a command may bring what the applicant of a held loan was asked for: the case does not tell the reason. */
export const mayEndHold = (command: string): boolean => Object.values(BROUGHT_BY).flat().includes(command);

export const MAY_END_HOLD = 'If this is what was asked for, the hold ends with it, and the loan goes on.';
