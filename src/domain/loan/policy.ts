import {
  oneOther,
  ruleFor,
  steppedUp,
  type ApprovalRule,
  type CommandRules,
  type StepUpAmounts,
} from '../case/agreement';
import { STAFF, type Role } from '../case/commands';

/** How careful to be with loans: the worker's configuration, never the choice of the caller who starts one. */
export interface LendingPolicy extends StepUpAmounts {
  readonly version: number;
  /** SHA-256 of the policy file; missing where the usual policy holds. */
  readonly digest?: string | undefined;
  /** Business hours after which a proposal lapses. */
  readonly proposalExpiresHours: number;
  readonly commands: CommandRules;
}

/** What of it the gate goes by. */
export type LendingRules = Pick<LendingPolicy, 'commands' | 'stepUpKobo' | 'passkeyFromKobo'>;

export const lendingRulesOf = ({ commands, stepUpKobo, passkeyFromKobo }: LendingRules): LendingRules => ({
  commands,
  ...(stepUpKobo !== undefined && { stepUpKobo }),
  ...(passkeyFromKobo !== undefined && { passkeyFromKobo }),
});

/** The commands of loans that the policy may narrow. */
export const LENDING_COMMANDS = [
  'confirmCustomer',
  'setDisbursementAccount',
  'confirmAccountHolder',
  'skip',
  'resolveAttention',
  'resolveCharge',
  'closeAsRepaid',
  'chargeNow',
] as const;

/**
 * What holds where the configuration says nothing: two people say where a loan goes, what it may do without, that it is
 * repaid although the bank does not show it, and that a charge was not taken, which is then charged again. A charge never takes more than what is due, so that one person may ask for it.
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

/** By these a loan goes to another name than its own: no person decides so alone, whatever the policy says. */
const NEVER_ALONE = ['confirmCustomer', 'confirmAccountHolder'];

/** How many others must agree to a command by the policy; whatever it says, a borrower proposes and never decides. */
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
