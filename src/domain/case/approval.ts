import type { Role } from './commands';

/** From an amount on, so many people in one of these roles must agree. */
export interface ApprovalRule {
  readonly fromKobo: number;
  readonly approvals: number;
  readonly roles: readonly Role[];
  /** What a desk signs counts with a fresh login of its person alone. */
  readonly freshLogin?: true;
  /** What a desk signs counts with the signature of a device of its person alone. */
  readonly passkey?: true;
}

/** The approval that the gate wants where more people must agree, and who counts already. */
export interface WantedApproval {
  readonly rule: ApprovalRule;
  readonly agreed: readonly string[];
}

/** What is being approved, who made it, and who has agreed so far. */
export interface Approval {
  /** SHA-256 over everything that must not change afterwards. */
  readonly digest: string;
  readonly rule: ApprovalRule;
  /** Who made it or changed it: makers may not agree to their own work (maker–checker). */
  readonly makers: readonly string[];
  readonly approvers: readonly string[];
}

/** The rule for an amount: of those that begin at or below it, the highest; none when no approval is needed. */
export const ruleFor = (rules: readonly ApprovalRule[], amountKobo: number): ApprovalRule | undefined =>
  rules
    .filter(({ fromKobo, approvals }) => amountKobo >= fromKobo && approvals > 0)
    .reduce<ApprovalRule | undefined>(
      (highest, rule) => (highest && highest.fromKobo > rule.fromKobo ? highest : rule),
      undefined,
    );

/** From which amounts on agreeing at a desk takes more; missing where it never does. */
export interface StepUpAmounts {
  /** A fresh login. */
  readonly stepUpKobo?: number | undefined;
  /** A device of the person's own. */
  readonly passkeyFromKobo?: number | undefined;
}

/** The rule as it is for an amount: from some amounts on, agreeing at a desk takes more. */
export const steppedUp = (
  rule: ApprovalRule | undefined,
  amountKobo: number,
  { stepUpKobo, passkeyFromKobo }: StepUpAmounts,
): ApprovalRule | undefined =>
  rule && {
    ...rule,
    ...(isReached(stepUpKobo, amountKobo) && { freshLogin: true as const }),
    ...(isReached(passkeyFromKobo, amountKobo) && { passkey: true as const }),
  };

const isReached = (fromKobo: number | undefined, amountKobo: number) =>
  fromKobo !== undefined && fromKobo <= amountKobo;

/** What a rule asks of who agrees, as the case shows it. */
export const termsOf = ({ roles, freshLogin, passkey }: ApprovalRule) => ({
  roles,
  ...(freshLogin && { freshLogin }),
  ...(passkey && { passkey }),
});

/** Whether enough people have agreed; one person counts once, and a maker not at all. */
export const isApproved = ({ rule, makers, approvers }: Approval): boolean =>
  distinctPeople(approvers).filter((person) => !isAmong(makers, person)).length >= rule.approvals;

/** A person who wants to agree, and what to. */
export interface Agreement {
  readonly actor: string;
  readonly role: Role;
  /** The digest that the person was shown. */
  readonly expectedDigest: string;
  /** A desk has signed it without a fresh login of the person. */
  readonly lacksFreshLogin?: boolean;
  /** A desk has signed it without a device of the person. */
  readonly lacksPasskey?: boolean;
}

/** Why a person may not agree, as a sentence; nothing when the person may. */
export function approvalRefusal(
  { digest, rule, makers, approvers }: Approval,
  { actor, role, expectedDigest, lacksFreshLogin = false, lacksPasskey = false }: Agreement,
): string | undefined {
  if (expectedDigest !== digest)
    return 'what you were shown is not what stands here now: look again, and approve with its digest';
  if (!rule.roles.includes(role)) return `for this amount approve takes the role ${rule.roles.join(' or ')}`;
  if (rule.freshLogin && lacksFreshLogin)
    return 'for this amount it takes a fresh login at the desk, or a key of your own';
  if (rule.passkey && lacksPasskey)
    return 'for this amount it takes a signature by a device of your own at the desk, or a key of your own';
  if (isAmong(makers, actor)) return 'who has made or changed it cannot approve it';
  return isAmong(approvers, actor) ? 'you have approved it before; another person is needed' : undefined;
}

/**
 * What tells people apart: their ids, case and spaces aside, so that a maker becomes no second person by writing an id in
 * another way.
 */
export const subjectOf = (id: string): string => id.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/** Whether a person is among these. */
export const isAmong = (people: readonly string[], person: string): boolean =>
  people.some((one) => subjectOf(one) === subjectOf(person));

/** Each person once, under the id that came first. */
export const distinctPeople = (people: readonly string[]): string[] =>
  people.filter((person, index) => !isAmong(people.slice(0, index), person));

/** The policy by which a case was steered; missing where its worker had no file. */
export interface ByPolicy {
  readonly policyVersion?: number;
  readonly policyDigest?: string;
}

/** Who has agreed to what was carried out; missing where no approval was needed. */
export interface Agreed {
  /** Stands for what they agreed to. */
  readonly digest?: string;
  readonly approvers?: readonly string[];
}
