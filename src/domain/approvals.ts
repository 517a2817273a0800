import type { Role } from './commands';

/** From an amount on, so many people in one of these roles must agree. */
export interface ApprovalRule {
  readonly fromKobo: number;
  readonly approvals: number;
  readonly roles: readonly Role[];
}

/** What is being approved, by whom, and who has agreed so far. */
export interface Approval {
  /** SHA-256 over everything that must not change afterwards. */
  readonly digest: string;
  readonly rule: ApprovalRule;
  /** Who made it or changed it: they may not agree to their own work. */
  readonly authors: readonly string[];
  readonly approvers: readonly string[];
}

/** The rule for an amount: the one that begins highest; none when nobody needs to agree. */
export const ruleFor = (rules: readonly ApprovalRule[], amountKobo: number): ApprovalRule | undefined =>
  rules
    .filter(({ fromKobo, approvals }) => amountKobo >= fromKobo && approvals > 0)
    .reduce<ApprovalRule | undefined>(
      (highest, rule) => (highest && highest.fromKobo > rule.fromKobo ? highest : rule),
      undefined,
    );

/** Whether enough people have agreed. */
export const isApproved = ({ rule, approvers }: Approval): boolean => approvers.length >= rule.approvals;

/** Who wants to agree, and to what. */
interface Agreement {
  readonly actor: string;
  readonly role: Role;
  /** The digest that they were shown. */
  readonly expectedDigest: string;
}

/** Why somebody may not agree, as a sentence; nothing when they may. */
export function objectionTo(
  { digest, rule, authors, approvers }: Approval,
  { actor, role, expectedDigest }: Agreement,
): string | undefined {
  if (expectedDigest !== digest)
    return 'what you were shown is not what stands here now: look again, and approve with its digest';
  if (!rule.roles.includes(role)) return `for this amount approve takes the role ${rule.roles.join(' or ')}`;
  if (authors.includes(actor)) return 'who has made or changed it cannot approve it';
  return approvers.includes(actor) ? 'you have approved it before; another person is needed' : undefined;
}
