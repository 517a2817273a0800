import { readFileSync } from 'node:fs';
import type { ProvenAct } from '../../../src/domain/case/proof';
import { loanCommands } from '../../../src/domain/loan/commands';
import type { LoanFile } from '../../../src/domain/loan/input';
import { officer, proven, supervisor } from './gate';
import { provenTogether, type Varied } from './together';

export const LOAN_CASE = 'loan:LN-1';

const TWO_OFFICERS = {
  by: { key: officer.key, role: 'officer' },
  others: [{ key: supervisor.key, role: 'supervisor' }],
} as const;

export const ACCOUNT = { accountNumber: '9000000001', bankCode: '900' };
export const accountOrder = { applicationId: 'AP-1', account_number: '9000000001', bank_code: '900' };

const example = JSON.parse(readFileSync('examples/loan-application.json', 'utf8')) as LoanFile;

/** A loan, as it is asked for, and the name of its borrower, which the bank's record has. */
export const LOAN: LoanFile = { ...example, reference: 'LN-1' };
export const BORROWER = `${LOAN.customer.firstName} ${LOAN.customer.lastName}`;

/** A command of the loan that two officers have given together. */
export const together = (
  command: 'setDisbursementAccount' | 'confirmAccountHolder',
  fields: object,
  varied: Varied = {},
) =>
  provenTogether(LOAN_CASE, [command, loanCommands[command]], fields, {
    ...TWO_OFFICERS,
    ...(command === 'confirmAccountHolder' && { about: ACCOUNT }),
    ...varied,
  });

/** The start of a loan that names this account, by an officer. */
export const startedWith = async (
  disbursementAccount?: typeof ACCOUNT,
  more: Partial<LoanFile> = {},
): Promise<{ readonly start: ProvenAct }> => ({
  start: await proven(
    'start',
    { ...LOAN, ...(disbursementAccount && { disbursementAccount }), ...more },
    { ...TWO_OFFICERS.by, wf: LOAN_CASE },
  ),
});
