import {
  oneOther,
  ruleFor,
  steppedUp,
  type ApprovalRule,
  type CommandRules,
  type StepUpAmounts,
} from '../case/agreement';
import type { DutyPayer } from '../money/duty';

/** How careful to be with payouts: the worker's configuration, never the choice of the caller who starts one. */
export interface PayoutPolicy extends StepUpAmounts {
  /** Grows with every change; 0 where there is no file. */
  readonly version: number;
  /** SHA-256 of the policy file; missing where the usual policy holds. */
  readonly digest?: string | undefined;
  /** How well the name on the account must fit, or else an operator is asked. */
  readonly nameMatch: 'match' | 'close';
  readonly approvals: readonly ApprovalRule[];
  /** Business hours after which an approval lapses, given or not. */
  readonly approvalExpiresHours: number;
  /** When to ask for the bank's uptime and the account's balance: before each payout, or when there is cause for it. */
  readonly preChecks: 'always' | 'whenInDoubt';
  /** Share of transfers that the beneficiary's bank must answer, 0 to 100; below it the payout is held. */
  readonly minimumUptime: number;
  /** Business seconds before a read may prove that an unanswered send left no trace. */
  readonly graceSeconds: number;
  /** How many such reads must find nothing before the payout is sent again. */
  readonly readsToProveAbsence: number;
  /** The most that may be sent in one day in Lagos, in kobo; what is left out has no limit. */
  readonly dailyLimits: DailyLimits;
  /** Who may give the commands that move or redirect money, and how many others must agree to them. */
  readonly commands: CommandRules;
  /** By the law or, where the lender says so, by their bank. */
  readonly stampDuty: DutyPayer;
}

/** What of a policy the gate goes by when it lets money go. */
export type GateRules = Pick<
  PayoutPolicy,
  | 'nameMatch'
  | 'approvals'
  | 'approvalExpiresHours'
  | 'dailyLimits'
  | 'stepUpKobo'
  | 'passkeyFromKobo'
  | 'commands'
>;

export const gateRulesOf = ({
  nameMatch,
  approvals,
  approvalExpiresHours,
  dailyLimits,
  stepUpKobo,
  passkeyFromKobo,
  commands,
}: GateRules): GateRules => ({
  ...{ nameMatch, approvals, approvalExpiresHours, dailyLimits, commands },
  // Without it, the rules have the digest that they had before there was one.
  ...(stepUpKobo !== undefined && { stepUpKobo }),
  ...(passkeyFromKobo !== undefined && { passkeyFromKobo }),
});

/** They hold over all cases, so that a payout does not pass under a rule in parts. */
export interface DailyLimits {
  /** Of what one person has made. */
  readonly perMakerKobo?: number | undefined;
  /** From one account. */
  readonly perAccountKobo?: number | undefined;
}

/** The commands of payouts and batches that the policy may narrow. */
export const PAYOUT_COMMANDS = ['amend', 'confirmName', 'resolveAttention', 'retry', 'acceptRows'] as const;

const OTHERS = ['operator', 'supervisor', 'approver'] as const;

/** A batch is never paid unseen, whatever the policy says. */
export const ANY_OTHER: ApprovalRule = { fromKobo: 0, approvals: 1, roles: OTHERS };

/**
 * What holds where the configuration says nothing: no approval is needed, and two people say that an account belongs to
 * the beneficiary, what became of a payout, or that one is sent again which the bank may have. Batches are always approved, which covers the rows that were accepted.
 */
export const USUAL_PAYOUT_POLICY: PayoutPolicy = {
  version: 0,
  nameMatch: 'close',
  approvals: [],
  approvalExpiresHours: 72,
  preChecks: 'whenInDoubt',
  minimumUptime: 50,
  graceSeconds: 60,
  readsToProveAbsence: 2,
  dailyLimits: {},
  stepUpKobo: undefined,
  passkeyFromKobo: undefined,
  commands: {
    amend: { confirmations: [] },
    confirmName: { confirmations: oneOther(OTHERS) },
    resolveAttention: { confirmations: oneOther(OTHERS) },
    retry: { confirmations: oneOther(OTHERS) },
    acceptRows: { confirmations: [] },
  },
  stampDuty: 'sender',
};

/** How many others must agree to so much; `least` where no rule begins so low. */
export const approvalFor = <L extends ApprovalRule | undefined = undefined>(
  policy: Pick<GateRules, 'approvals'> & StepUpAmounts,
  amountKobo: number,
  least?: L,
) => steppedUp(ruleFor(policy.approvals, amountKobo) ?? least, amountKobo, policy) as ApprovalRule | L;

/** The policy for one payout: its creator may ask for more care, never for less. */
export const policyFor = <P extends Pick<PayoutPolicy, 'nameMatch'>>(
  policy: P,
  asked?: PayoutPolicy['nameMatch'],
): P => (asked === 'match' ? { ...policy, nameMatch: 'match' } : policy);

/** What is done before the approval, whose approvers look at it as well. */
const APPROVED_AFTERWARDS = ['amend', 'confirmName'];

/** A command on a payout, as far as the policy looks at it. */
interface PayoutQuestion {
  readonly name: string;
  readonly outcome?: string;
  /** Whether the bank may have the payout, without showing it. */
  readonly isInDoubt?: boolean;
  /** What it comes to afterwards, where the command changes that. */
  readonly amountKobo?: number | undefined;
}

/** How many others must agree to a command on a payout of so much, or of more afterwards; `undefined` if its sender may decide. */
export function payoutConfirmation(
  { approvals, commands, ...amounts }: Pick<PayoutPolicy, 'approvals' | 'commands'> & StepUpAmounts,
  { name, outcome, isInDoubt = false, amountKobo }: PayoutQuestion,
  beforeKobo: number,
): ApprovalRule | undefined {
  const settlesNothing = outcome === 'STILL_OPEN';
  const sendsNothingTwice = name === 'retry' && !isInDoubt;
  const afterKobo = amountKobo ?? beforeKobo;
  const isApprovedLater = APPROVED_AFTERWARDS.includes(name) && ruleFor(approvals, afterKobo) !== undefined;
  if (settlesNothing || sendsNothingTwice || isApprovedLater) return undefined;
  const atStakeKobo = Math.max(beforeKobo, afterKobo);
  return steppedUp(ruleFor(commands[name]?.confirmations ?? [], atStakeKobo), atStakeKobo, amounts);
}

/** The lower of two limits, each. */
export const lowerLimits = (one: DailyLimits, other: DailyLimits = {}): DailyLimits => ({
  perMakerKobo: lower(one.perMakerKobo, other.perMakerKobo),
  perAccountKobo: lower(one.perAccountKobo, other.perAccountKobo),
});

const lower = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** By which edition of a policy a case is steered, for the case and its result; nothing where there is no file. */
export const editionOf = ({ version, digest }: Pick<PayoutPolicy, 'version' | 'digest'>) =>
  digest === undefined ? {} : { policyVersion: version, policyDigest: digest };
