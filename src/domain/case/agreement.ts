import { code, sha256, type CommandEnvelope, type CommandTable, type Role } from './commands';
import type { ProvenAct } from './proof';

/** From an amount on, this number of people in one of these roles must agree. */
export interface ApprovalRule {
  readonly fromKobo: number;
  readonly approvals: number;
  readonly roles: readonly Role[];
  /** A consent signed by a desk counts only with a fresh login of its person. */
  readonly freshLogin?: true;
  /** A consent signed by a desk counts only with the signature of a device of its person. */
  readonly passkey?: true;
}

/** The other people that a command needs. */
export interface OthersNeeded {
  /** They must agree before it takes effect; `undefined` if its sender may decide. */
  readonly agreement: ApprovalRule | undefined;
  /** They approve the case afterwards, as they would without the command. */
  readonly approval: ApprovalRule | undefined;
  /** The values of its field `outcome` with which nobody must agree. */
  readonly except: readonly string[];
  /** Of a command that changes the amount: the rules by which `othersAfter` tells both for another amount. */
  readonly rules: AmountRules | undefined;
}

/** Who must agree to a change of a payment before it takes effect, and who approves the payment. */
interface AmountRules<R = ApprovalRule> {
  readonly agreements: readonly R[];
  readonly approvals: readonly R[];
}

/** The approval that the gate still wants, and the people who have agreed already. */
export interface WantedApproval {
  readonly rule: ApprovalRule;
  readonly agreed: readonly string[];
}

/**
 * The consent that a payout or a batch needs before it is sent, or a command before it takes effect, from
 * people other than its maker. Its case and the gate apply the same rules on who may agree and how many must.
 */
export interface Agreement {
  /** SHA-256 over everything that must not change afterwards. */
  readonly digest: string;
  readonly rule: ApprovalRule;
  /** The people who made or changed it; they may not agree to their own work (maker–checker). */
  readonly makers: readonly string[];
  readonly approvers: readonly string[];
}

/** The highest rule that begins at or below an amount; `undefined` if no approval is needed. */
export const ruleFor = <R extends Amounts>(rules: readonly R[], amountKobo: number): R | undefined =>
  rules
    .filter(({ fromKobo, approvals }) => amountKobo >= fromKobo && approvals > 0)
    .reduce<R | undefined>(
      (highest, rule) => (highest && highest.fromKobo > rule.fromKobo ? highest : rule),
      undefined,
    );

type Amounts = Pick<ApprovalRule, 'fromKobo' | 'approvals'>;

/** The other people that a change needs, by the amounts before and after: an approval that follows covers it. */
export function othersAfter<R extends Amounts>(rules: AmountRules<R>, beforeKobo: number, afterKobo: number) {
  const approval = ruleFor(rules.approvals, afterKobo);
  const agreement = approval ? undefined : ruleFor(rules.agreements, Math.max(beforeKobo, afterKobo));
  return { approval, agreement };
}

/** The amounts from which agreeing at a desk takes more; `undefined` if it never does. */
export interface StepUpAmounts {
  /** A fresh login. */
  readonly stepUpKobo?: number | undefined;
  /** A device of the person's own. */
  readonly passkeyFromKobo?: number | undefined;
}

/** Adds a fresh login and a device to a rule where the amount asks for them. */
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

/** Whether enough people have agreed; one person counts once, and a maker not at all. */
export const isAgreed = ({ rule, makers, approvers }: Agreement): boolean =>
  distinctPeople(approvers).filter((person) => !isAmong(makers, person)).length >= rule.approvals;

/** An agreement that a case waits for. A run hands it over to the next one. */
export interface OpenAgreement {
  readonly approval: Agreement;
  /** The content of the digest. It holds personal data. */
  readonly content: unknown;
  /** The instant at which it lapses, business time, ISO 8601. */
  readonly until: string;
  /** The acts of the people who have agreed so far. */
  readonly agreed?: readonly ProvenAct[];
}

/** A person, with the act by which they agree or change something; without one if messages name their own actors. */
export type ByPerson = Pick<CommandEnvelope, 'actor' | 'proof'>;

/** An agreement once one more person has agreed. */
export const withConsent = <O extends OpenAgreement>(open: O, { actor, proof }: ByPerson): O => ({
  ...open,
  approval: { ...open.approval, approvers: [...open.approval.approvers, actor] },
  agreed: [...(open.agreed ?? []), ...(proof ? [proof] : [])],
});

/**
 * An agreement as its case shows it. `confirmations` counts those who have agreed, such as `0 of 1`; `makers`, the people
 * who made its subject or proposed it, may not agree.
 */
export function shownAgreement({ approval: { digest, rule, makers, approvers }, until }: OpenAgreement) {
  const { freshLogin, passkey } = rule;
  const roles: readonly string[] = rule.roles;
  const confirmations = `${approvers.length} of ${rule.approvals}`;
  const terms = { roles, ...(freshLogin && { freshLogin }), ...(passkey && { passkey }) };
  return { digest, confirmations, ...terms, makers, approvers, until };
}

/** How many more people must agree, by confirmations such as `0 of 2`; none if there are no such. */
export function leftOf(confirmations: string): number {
  const [agreed = 0, all = 0] = confirmations.split(' of ').map(Number);
  return all - agreed;
}

/** A person's consent to one digest. */
export interface Consent {
  readonly actor: string;
  readonly role: Role;
  /** The digest that the person was shown. */
  readonly expectedDigest: string;
  /** A desk has signed it without a fresh login of the person. */
  readonly lacksFreshLogin?: boolean;
  /** A desk has signed it without a device of the person. */
  readonly lacksPasskey?: boolean;
}

/** Why a person may not agree, as a sentence; `undefined` when the person may. */
export function consentRefusal(
  { digest, rule, makers, approvers }: Agreement,
  { actor, role, expectedDigest, lacksFreshLogin = false, lacksPasskey = false }: Consent,
): string | undefined {
  if (expectedDigest !== digest)
    return 'what you were shown is not what stands here now: look again, and approve with its digest';
  if (!rule.roles.includes(role)) return `for this amount approve takes the role ${rule.roles.join(' or ')}`;
  if (rule.freshLogin && lacksFreshLogin)
    return 'for this amount it takes a fresh login at the desk, or a key of your own';
  if (rule.passkey && lacksPasskey)
    return 'for this amount it takes a signature by a device of your own at the desk, or a key of your own';
  if (isAmong(makers, actor)) return 'you made or changed this, so another person must approve it';
  return isAmong(approvers, actor) ? 'you have approved it before; another person is needed' : undefined;
}

/**
 * The normalised id by which people are compared: case and spaces do not count, so that a maker does not
 * become a second person by writing the id in another way.
 */
export const subjectOf = (id: string): string => id.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/** Whether a person is among these people, by normalised ids. */
export const isAmong = (people: readonly string[], person: string): boolean =>
  people.some((one) => subjectOf(one) === subjectOf(person));

/** Each person once, under the id that came first. */
export const distinctPeople = (people: readonly string[]): string[] =>
  people.filter((person, index) => !isAmong(people.slice(0, index), person));

/** The policy that a case ran under; missing where its worker had no policy file. */
export interface ByPolicy {
  readonly policyVersion?: number;
  readonly policyDigest?: string;
}

/** The version of a policy, and the SHA-256 of its file. */
export interface Edition {
  /** Grows with every change; 0 where there is no file. */
  readonly version: number;
  /** Missing if the usual policy applies. */
  readonly digest?: string | undefined;
}

/** The edition of a policy for a case and its result; empty if there is no policy file. */
export const editionOf = ({ version, digest }: Edition): ByPolicy =>
  digest === undefined ? {} : { policyVersion: version, policyDigest: digest };

/** The people who approved, and the digest; missing where no approval was needed. */
export interface Agreed {
  readonly digest?: string;
  readonly approvers?: readonly string[];
}

export interface CommandRule {
  /** Narrows the roles that its table names; if missing, all of them may give it. */
  readonly roles?: readonly Role[] | undefined;
  /** The confirmations by others that it needs before it takes effect, by the amount at stake. */
  readonly confirmations: readonly ApprovalRule[];
}

/** The policy's rules for commands, by name. */
export type CommandRules = Readonly<Record<string, CommandRule>>;

/** One other person in one of these roles, whatever the amount. */
export const oneOther = (roles: readonly Role[]): readonly ApprovalRule[] => [
  { fromKobo: 0, approvals: 1, roles },
];

const CONFIRMING = ['officer', 'supervisor', 'operator', 'approver'] as const;
const expectedDigest = sha256('The digest of the proposal; the case shows it');

/** The commands by which a second person answers a proposal, in the stages of a running case. */
export const secondPerson = <const S extends readonly string[]>(stages: S) =>
  ({
    confirmProposal: {
      summary: 'Approve the command that another person has proposed',
      roles: CONFIRMING,
      stages,
      fields: { expectedDigest },
    },
    refuseProposal: {
      summary: 'Reject what another person has proposed: the command takes no effect',
      ends: true,
      roles: CONFIRMING,
      stages,
      fields: { expectedDigest, reason: code('Why', ['WRONG', 'NOT_JUSTIFIED', 'WITHDRAWN', 'OTHER']) },
    },
  }) as const satisfies CommandTable;

/** How the timeline's entry of a proposal begins, before what people call the command. */
export const PROPOSED = 'Proposed: ';
/** What `refuseProposal` is called for the proposer. */
export const WITHDRAW = 'Withdraw what I have proposed: it takes no effect';
/** What the timeline says of that. */
export const WITHDREW = 'Withdrew what they had proposed: it takes no effect';
