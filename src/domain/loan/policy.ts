import {
  oneOther,
  ruleFor,
  steppedUp,
  type ApprovalRule,
  type CommandRules,
  type Edition,
  type StepUpAmounts,
} from '../case/agreement';
import { STAFF, type Role } from '../case/commands';

/** The rules for loans: set by the worker's configuration, never by the caller who starts one. */
export interface LendingPolicy extends Edition, StepUpAmounts {
  /** Business hours after which a proposal lapses. */
  readonly proposalExpiresHours: number;
  readonly commands: CommandRules;
}

/** The part of the lending policy that the gate checks. */
export type LendingRules = Pick<LendingPolicy, 'commands' | 'stepUpKobo' | 'passkeyFromKobo'>;

/** Their digest leaves `undefined` rules out: it stays as it was before such a rule existed. */
export const lendingRulesOf = ({ commands, stepUpKobo, passkeyFromKobo }: LendingRules): LendingRules => ({
  commands,
  stepUpKobo,
  passkeyFromKobo,
});

/**
 * The default policy. Two people decide on the account of a loan, on a skipped step, that a loan is repaid
 * although the bank does not show it, and that a charge was not taken, which is then charged again. One
 * person may ask for a charge, since it never takes more than what is due.
 */
export const USUAL_LENDING_POLICY: LendingPolicy = {
  version: 0,
  proposalExpiresHours: 72,
  commands: {
    confirmCustomer: { confirmations: oneOther(STAFF) },
    setDisbursementAccount: { confirmations: oneOther(STAFF) },
    confirmAccountHolder: { confirmations: oneOther(STAFF) },
    skip: { confirmations: oneOther(STAFF) },
    resolveAttention: { confirmations: oneOther(STAFF) },
    resolveCharge: { confirmations: oneOther(STAFF) },
    closeAsRepaid: { confirmations: oneOther(STAFF) },
    chargeNow: { confirmations: [] },
  },
};

/** The commands of loans that the policy may narrow. */
export const LENDING_COMMANDS = Object.keys(USUAL_LENDING_POLICY.commands);

/** These commands pay a loan to a name not the borrower's, so no policy lets one person decide alone. */
const NEVER_ALONE = ['confirmCustomer', 'confirmAccountHolder'];

/** The confirmations that a command needs by the policy; whatever it says, a borrower only proposes. */
export function lendingConfirmation(
  { commands, ...amounts }: LendingRules,
  { name, role, outcome }: { readonly name: string; readonly role: Role; readonly outcome?: string },
  atStakeKobo: number,
): ApprovalRule | undefined {
  const chargesNothingAgain = name === 'resolveCharge' && outcome === 'TAKEN';
  if (chargesNothingAgain) return undefined;
  const isNeverAlone = NEVER_ALONE.includes(name);
  const row = commands[name];
  if (!row && !isNeverAlone) return undefined;
  const rule =
    ruleFor(row?.confirmations ?? [], atStakeKobo) ??
    (isNeverAlone || role === 'borrower' ? oneOther(STAFF)[0] : undefined);
  return steppedUp(rule, atStakeKobo, amounts);
}
