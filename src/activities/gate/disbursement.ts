import type { BankOperations } from '../../bank/contract';
import { unlessRefused } from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import type { DisbursementAuthorisation } from '../../domain/case/send-authorisation';
import { kinds } from '../../domain/kinds';
import { loanCommands } from '../../domain/loan/commands';
import { holdersIn } from '../../domain/enrolment/customer-record';
import { endOf } from '../../domain/loan/disbursement';
import { lendingConfirmation, type LendingRules } from '../../domain/loan/policy';
import { bestVerdict, type NameVerdict } from '../../domain/names/matching';
import { caseId } from '../../domain/wire/workflow-ids';
import { loanInput } from '../../domain/loan/input';
import { requireTogether } from './agreement';
import { lendingRulesFor } from './policies';
import { ProofRefused, type GateReads, type GateTerms } from './proofs';

type AccountOrder = Parameters<BankOperations['setDisbursementAccount']>[0];

/** An act, the command that it is to be, and a person besides its sender who cannot confirm it. */
type Asked = [act: unknown, command: 'setDisbursementAccount' | 'confirmAccountHolder', by?: string];

/** The account is held in another name than the bank's record of the customer has. Nothing was sent. */
export class HolderDiffers extends Error {
  override readonly name = 'HolderDiffers';

  constructor(
    readonly verdict: NameVerdict,
    /** The name in which the account is held. */
    readonly holder: string,
    why: string,
  ) {
    super(`nothing was sent: ${why}`);
  }
}

/** The terms by which the account of a loan is checked if nothing is signed. */
export interface HolderTerms {
  readonly reads: GateReads;
  readonly limits: CallLimits;
}

/**
 * Checks that people have asked for this very account: in the start of the loan, or by a command that a second person has
 * confirmed; and that it is held in a name which the bank's own record of the customer has, or two people say that it is
 * right all the same.
 * @throws ProofRefused, HolderDiffers
 */
export async function requireDisbursementAccount(
  order: AccountOrder,
  given: Partial<DisbursementAuthorisation>,
  { proofs, lending, reads }: GateTerms,
  limits: CallLimits,
): Promise<void> {
  const { fields } = await proofs.begun(given.start, kinds.loan.start.roles);
  const { data: loan } = loanInput.safeParse(fields);
  if (!loan || proofs.workflowId !== caseId('loan', loan.reference))
    throw new ProofRefused('another case than its own is about to send it');
  const application = await reads.getLoanApplication({ applicationId: order.applicationId }, limits);
  if ((application.reference ?? loan.reference) !== loan.reference)
    throw new ProofRefused('the application belongs to another loan');
  const togetherBy = (rules: LendingRules, [act, command, by]: Asked) =>
    requireTogether(
      act,
      {
        ...{ command, row: loanCommands[command], rules: rules.commands },
        ruleFor: ({ role }) => lendingConfirmation(rules, { name: command, role }, application.amount),
        makers: by === undefined ? [] : [by],
        ...(command === 'confirmAccountHolder' && { about: accountOf(order) }),
      },
      proofs,
    );
  const opened = lendingRulesFor(given, lending).filter((rules) => rules !== lending);
  const together = async (...asked: Asked) => {
    for (const rules of opened) await togetherBy(rules, asked);
    return togetherBy(lending, asked);
  };
  const asked = given.account && (await together(given.account, 'setDisbursementAccount'));
  if (!isAccount(order, asked ? asked.fields : loan.disbursementAccount))
    throw new ProofRefused('it is not the account that people have asked for');
  await requireHolder(order, application.customer_id, { reads, limits }, async () => {
    const { fields: said, atMs } = await together(given.holder, 'confirmAccountHolder', asked?.by);
    return atMs >= (asked?.atMs ?? 0) ? (said as { endsWith?: unknown }).endsWith : undefined;
  });
}

/** If messages name their own actors, the case's word counts for all but the holder. @throws HolderDiffers */
export async function requireUnsignedHolder(
  order: AccountOrder,
  { confirmed }: Partial<DisbursementAuthorisation>,
  { reads, limits }: HolderTerms,
): Promise<void> {
  const { customer_id } = await reads.getLoanApplication({ applicationId: order.applicationId }, limits);
  await requireHolder(order, customer_id, { reads, limits }, () => Promise.resolve(confirmed));
}

/** `confirmed` gives the last digits of the account that people have confirmed. */
async function requireHolder(
  { account_number, bank_code }: AccountOrder,
  customerId: string,
  { reads, limits }: HolderTerms,
  confirmed: () => Promise<unknown>,
): Promise<void> {
  const { account_name: holder } = await reads.resolveAccount({ account_number, bank_code }, limits);
  // Where the bank refuses to show its record of the customer, no name is known, and none fits.
  const customer = await reads.getCustomer({ id: customerId }, limits).catch(unlessRefused);
  const verdict = bestVerdict(customer ? holdersIn(customer) : [], holder);
  if (verdict === 'match') return;
  const endsWith = await confirmed().catch((error: unknown) => {
    throw error instanceof ProofRefused ? new HolderDiffers(verdict, holder, error.message) : error;
  });
  if (endsWith !== endOf(account_number)) throw new HolderDiffers(verdict, holder, UNCONFIRMED);
}

const UNCONFIRMED = 'its holder is not the borrower by name, and no person has confirmed this account';

const accountOf = ({ account_number: accountNumber, bank_code: bankCode }: AccountOrder) => ({
  accountNumber,
  bankCode,
});

function isAccount(order: AccountOrder, wanted: object | undefined): boolean {
  const { accountNumber, bankCode } = Object(wanted) as { accountNumber?: unknown; bankCode?: unknown };
  const ordered = accountOf(order);
  return ordered.accountNumber === accountNumber && ordered.bankCode === bankCode;
}
