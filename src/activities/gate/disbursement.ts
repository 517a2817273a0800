import type { CallLimits } from '../../bank/exchange';
import type { DisbursementAuthorisation } from '../../domain/case/authorisation';
import { startRoles } from '../../domain/case/start-roles';
import { loanCommands } from '../../domain/loan/commands';
import { endOf, holdersOf } from '../../domain/loan/disbursement';
import { lendingConfirmation } from '../../domain/loan/policy';
import { bestVerdict } from '../../domain/names/matching';
import { workflowIds } from '../../domain/wire/workflow-ids';
import { loanInput } from '../../input/loan-input';
import { requireTogether } from './confirmations';
import { ProofRefused } from './proofs';
import type { GateTerms } from './terms';

/** An account that a loan is to be paid into, as the bank is told of it. */
interface AccountOrder {
  readonly applicationId: string;
  readonly account_number: string;
  readonly bank_code: string;
}

/**
 * Checks that people have asked for this very account: in the start of the loan or by a command that a second person has
 * confirmed; and that its holder is the borrower by name, or two people say that it is right all the same.
 * @throws ProofRefused
 */
export async function requireDisbursementAccount(
  order: AccountOrder,
  given: Partial<DisbursementAuthorisation>,
  { proofs, lending, reads }: GateTerms,
  limits: CallLimits,
): Promise<void> {
  const { fields } = await proofs.begun(given.start, startRoles.loan);
  const { data: loan } = loanInput.safeParse(fields);
  if (!loan || proofs.workflowId !== workflowIds.loan(loan.reference))
    throw new ProofRefused('another case than its own is about to send it');
  const application = await reads.getLoanApplication({ applicationId: order.applicationId }, limits);
  if ((application.reference ?? loan.reference) !== loan.reference)
    throw new ProofRefused('the application belongs to another loan');
  const together = (act: unknown, command: 'setDisbursementAccount' | 'confirmAccountHolder', by?: string) =>
    requireTogether(
      act,
      {
        ...{ command, row: loanCommands[command], rules: lending.commands },
        ruleFor: ({ role }) => lendingConfirmation(lending, { name: command, role }, application.amount),
        makers: by === undefined ? [] : [by],
      },
      proofs,
    );
  const asked = given.account && (await together(given.account, 'setDisbursementAccount'));
  if (!isAccount(order, asked ? asked.fields : loan.disbursementAccount))
    throw new ProofRefused('it is not the account that people have asked for');
  const { account_number, bank_code } = order;
  const { account_name: holder } = await reads.resolveAccount({ account_number, bank_code }, limits);
  if (bestVerdict(holdersOf(loan), holder) === 'match') return;
  const confirmed = await together(given.holder, 'confirmAccountHolder', asked?.by);
  const { endsWith } = confirmed.fields as { endsWith?: unknown };
  if (endsWith !== endOf(account_number) || confirmed.atMs < (asked?.atMs ?? 0))
    throw new ProofRefused(
      'its holder is not the borrower by name, and no person has confirmed this account',
    );
}

function isAccount({ account_number, bank_code }: AccountOrder, wanted: object | undefined): boolean {
  const { accountNumber, bankCode } = Object(wanted) as { accountNumber?: unknown; bankCode?: unknown };
  return account_number === accountNumber && bank_code === bankCode;
}
