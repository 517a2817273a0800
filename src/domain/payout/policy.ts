import {
  oneOther,
  othersAfter,
  ruleFor,
  steppedUp,
  type ApprovalRule,
  type CommandRules,
  type Edition,
  type StepUpAmounts,
} from '../case/agreement';
import type { DutyPayer } from '../money/duty';

/** The rules for payouts: set by the worker's configuration, never by the caller who starts one. */
export interface PayoutPolicy extends Edition, StepUpAmounts {
  /** How well the name on the account must fit; otherwise an operator decides. */
  readonly nameMatch: 'match' | 'close';
  readonly approvals: readonly ApprovalRule[];
  /** Business hours after which an approval lapses, given or not. */
  readonly approvalExpiresHours: number;
  /** When to read the bank's uptime and the account's balance: before each payout, or only if in doubt. */
  readonly preChecks: 'always' | 'whenInDoubt';
  /** Share of transfers that the beneficiary's bank must answer, 0 to 100; below it the payout is held. */
  readonly minimumUptime: number;
  /** Business seconds before a read may prove that an unanswered send left no trace. */
  readonly graceSeconds: number;
  /** How many such reads must find nothing before the payout is sent again. */
  readonly readsToProveAbsence: number;
  /** The most that may be sent in one day in Lagos, in kobo. Without a limit any sum may be sent. */
  readonly dailyLimits: DailyLimits;
  /** The roles and confirmations for commands that move or redirect money. */
  readonly commands: CommandRules;
  /** The sender by law, or the receiver if the lender says that their bank charges it. */
  readonly stampDuty: DutyPayer;
}

const GATE_RULES = [
  'nameMatch',
  'approvals',
  'approvalExpiresHours',
  'dailyLimits',
  'commands',
  'stepUpKobo',
  'passkeyFromKobo',
] as const satisfies (keyof PayoutPolicy)[];

/** The part of the payout policy that the gate checks when it lets money go. */
export type GateRules = Pick<PayoutPolicy, (typeof GATE_RULES)[number]>;

/** Their digest leaves `undefined` rules out: it stays as it was before such a rule existed. */
export const gateRulesOf = (policy: GateRules): GateRules =>
  Object.fromEntries(GATE_RULES.map((name) => [name, policy[name]])) as unknown as GateRules;

/** Limits over all cases, so that splitting a payout does not evade a rule. */
export interface DailyLimits {
  /** Limit for the payouts that one person has made. */
  readonly perMakerKobo?: number | undefined;
  /** Limit for the payouts from one account. */
  readonly perAccountKobo?: number | undefined;
}

const OTHERS = ['operator', 'supervisor', 'approver'] as const;

/** A batch is never paid unseen, whatever the policy says. */
export const ANY_OTHER: ApprovalRule = { fromKobo: 0, approvals: 1, roles: OTHERS };

/**
 * The default policy. No approval is needed; two people confirm that an account belongs to the beneficiary,
 * settle the outcome of a payout, or send one again that the bank may have. Batches are always approved,
 * which covers their accepted rows.
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

/** The commands of payouts and batches that the policy may narrow. */
export const PAYOUT_COMMANDS = Object.keys(USUAL_PAYOUT_POLICY.commands);

/** The approval rule for an amount; `least` if no rule begins that low. */
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

/** Commands given before the approval, so that its approvers check them as well. */
const APPROVED_AFTERWARDS = ['amend', 'confirmName'];

/** The approval that a payout or batch waits for after a command; `undefined` if the command leads to none. */
export const approvalAfter = (
  policy: Parameters<typeof approvalFor>[0],
  name: string,
  amountKobo: number,
  least?: ApprovalRule,
): ApprovalRule | undefined =>
  [...APPROVED_AFTERWARDS, 'acceptRows', 'excludeRows'].includes(name)
    ? approvalFor(policy, amountKobo, least)
    : undefined;

/** The parts of a command on a payout that the policy looks at. */
interface PayoutQuestion {
  readonly name: string;
  readonly outcome?: string;
  /** Whether the bank may have the payout, without showing it. */
  readonly isInDoubt?: boolean;
  /** The new amount, if the command changes it. */
  readonly amountKobo?: number | undefined;
}

/** The rules of a policy for a command on a payout or a batch. */
export const rulesOf = (
  name: string,
  { approvals, commands }: Pick<PayoutPolicy, 'approvals' | 'commands'>,
) => ({
  agreements: commands[name]?.confirmations ?? [],
  approvals: APPROVED_AFTERWARDS.includes(name) ? approvals : [],
});

/** The confirmations that a command needs, by the larger amount; `undefined` if its sender may decide. */
export function payoutConfirmation(
  { approvals, commands, ...amounts }: Pick<PayoutPolicy, 'approvals' | 'commands'> & StepUpAmounts,
  { name, outcome, isInDoubt = false, amountKobo }: PayoutQuestion,
  beforeKobo: number,
): ApprovalRule | undefined {
  const settlesNothing = outcome === 'STILL_OPEN';
  const sendsNothingTwice = name === 'retry' && !isInDoubt;
  if (settlesNothing || sendsNothingTwice) return undefined;
  const afterKobo = amountKobo ?? beforeKobo;
  const { agreement } = othersAfter(rulesOf(name, { approvals, commands }), beforeKobo, afterKobo);
  return steppedUp(agreement, Math.max(beforeKobo, afterKobo), amounts);
}

/** For each limit the lower of the two. */
export const lowerLimits = (one: DailyLimits, other: DailyLimits = {}): DailyLimits => ({
  perMakerKobo: lower(one.perMakerKobo, other.perMakerKobo),
  perAccountKobo: lower(one.perAccountKobo, other.perAccountKobo),
});

const lower = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
