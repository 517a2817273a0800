import { condition } from '@temporalio/workflow';
import type { LoanInput } from '../../domain/loan/input';
import { unlessRefused } from '../case/failures';
import { sendOnce, unlessItStands } from '../case/send-once';
import { attempt, firstOf, poll, waitFor } from '../case/steps';
import type { LoanCase } from './loan-case';

type Source = LoanInput['bankStatement'];

/** Asks for the bank statement until one is complete. */
export async function obtainBankStatement(loan: LoanCase, applicationId: string): Promise<void> {
  loan.enter('BANK_STATEMENT');
  const { bankStatement: first } = loan.input;
  let status: string | undefined;
  while (status !== 'COMPLETED') {
    const source = loan.input.bankStatement;
    status = await firstOf(
      () => requested(loan, applicationId, source, source === first),
      () => condition(() => loan.input.bankStatement !== source).then(() => undefined),
    );
    loan.settleAttention();
  }
}

/** The end of this account's statement; after a failure, once an officer wants it asked for again. */
async function requested(
  loan: LoanCase,
  applicationId: string,
  source: Source,
  isFirst: boolean,
): Promise<string> {
  await attempt(loan, 'Asking for the bank statement', () =>
    unlessItStands(
      () =>
        sendOnce(loan, {
          send: async () =>
            (await loan.bank.once.linkBankStatement({ applicationId, ...statementOf(source) })).status,
          find: () => statusIfAny(loan, applicationId),
        }),
      // A statement never asked for is PENDING, too; after a correction, it may be of another account.
      async () => {
        const status = isFirst ? await statusIfAny(loan, applicationId) : undefined;
        return status === 'COMPLETED' ? status : undefined;
      },
    ),
  );
  const status = await ended(loan, applicationId);
  if (status !== 'COMPLETED') {
    const end = source.accountNumber?.slice(-4);
    const account = end === undefined ? '' : ` of the account ending in ${end}`;
    loan.raiseAttention(
      `the bank statement${account} could not be obtained: the bank says ${status}`,
      loan.remedies,
    );
    await loan.askForRetry();
  }
  return status;
}

async function ended(loan: LoanCase, applicationId: string): Promise<string> {
  const { status } = await waitFor(loan, 'BANK_STATEMENT', () =>
    attempt(loan, 'Asking for the state of the bank statement', () =>
      poll(loan, 'bankStatement', (pace) => loan.bank.watch.awaitBankStatement({ applicationId, pace })),
    ),
  );
  return status;
}

/** The state of the statement that was asked for; `undefined` if the bank knows of none. */
const statusIfAny = ({ bank }: LoanCase, applicationId: string): Promise<string | undefined> =>
  unlessRefused(
    async () => (await bank.routine.getBankStatementStatus({ applicationId })).status,
    () => undefined,
  );

const statementOf = ({ sortCode, accountNumber, phone }: Source) => ({
  sort_code: sortCode,
  ...(accountNumber === undefined ? {} : { account_number: accountNumber }),
  ...(phone === undefined ? {} : { phone }),
});
