import type { ApprovalRule } from '../../domain/case/approval';
import { distinctPeople, isAmong } from '../../domain/case/approval';
import type { Approvals } from './proofs';
import { ProofRefused } from './proofs';

/** What people must have agreed to. */
interface Agreed {
  /** Stands for what is about to be sent. */
  readonly digest: string;
  readonly rule: ApprovalRule;
  readonly makers: readonly string[];
  readonly approvals: Approvals;
  /** Before it, an approval has lapsed; milliseconds. */
  readonly sinceMs: number;
  /** What they have agreed to, in a word. */
  readonly about?: string;
}

/** Checks that enough other people have agreed to this very thing, in the right roles, not too long ago. @throws ProofRefused */
export function requireAgreement(agreed: Agreed): void {
  const people = agreeing(agreed);
  if (people.length < agreed.rule.approvals)
    throw new ProofRefused(tooFew(people, agreed), { rule: agreed.rule, agreed: people });
}

/** That too few have agreed, as a sentence. */
export const tooFew = (
  people: readonly string[],
  {
    rule: { approvals: wanted, roles, freshLogin, passkey },
    approvals,
    about = 'it',
  }: Pick<Agreed, 'rule' | 'approvals' | 'about'>,
): string =>
  `${people.length} of ${wanted} people in the role ${roles.join(' or ')} have agreed to ${about} as it stands` +
  (approvals.isOneRevoked ? '; an approval under a key that was revoked does not count' : '') +
  (freshLogin && approvals.counting.some(({ lacksFreshLogin }) => lacksFreshLogin)
    ? '; what a desk has signed without a fresh login does not count for this amount'
    : '') +
  (passkey && approvals.counting.some(({ lacksPasskey }) => lacksPasskey)
    ? '; what a desk has signed without a device of the person does not count for this amount'
    : '');

/** The people who have agreed so that it counts, each once. */
export const agreeing = ({ digest, rule, makers, approvals, sinceMs }: Agreed): string[] =>
  distinctPeople(
    approvals.counting
      .filter(
        ({ fields, role, by, atMs, lacksFreshLogin, lacksPasskey }) =>
          (fields as { expectedDigest?: unknown }).expectedDigest === digest &&
          rule.roles.includes(role) &&
          !(rule.freshLogin && lacksFreshLogin) &&
          !(rule.passkey && lacksPasskey) &&
          !isAmong(makers, by) &&
          atMs > sinceMs,
      )
      .map(({ by }) => by),
  );
