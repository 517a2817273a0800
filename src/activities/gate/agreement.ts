import type { ApprovalRule } from '../../domain/case/approval';
import { distinctPeople, isAmong } from '../../domain/case/approval';
import type { TakenAct } from './proofs';
import { ProofRefused } from './proofs';

/** What people must have agreed to. */
interface Agreed {
  /** Stands for what is about to be sent. */
  readonly digest: string;
  readonly rule: ApprovalRule;
  readonly makers: readonly string[];
  readonly approvals: readonly TakenAct[];
  /** Before it, an approval has lapsed; milliseconds. */
  readonly sinceMs: number;
  /** What they have agreed to, in a word. */
  readonly about?: string;
}

/** Checks that enough other people have agreed to this very thing, in the right roles, not too long ago. @throws ProofRefused */
export function requireAgreement(agreed: Agreed): void {
  const { rule, about = 'it' } = agreed;
  const people = agreeing(agreed);
  if (people.length < rule.approvals)
    throw new ProofRefused(
      `${people.length} of ${rule.approvals} people in the role ${rule.roles.join(' or ')} have agreed to ${about} as it stands`,
      { rule, agreed: people },
    );
}

/** The people who have agreed so that it counts, each once. */
export const agreeing = ({ digest, rule, makers, approvals, sinceMs }: Agreed): string[] =>
  distinctPeople(
    approvals
      .filter(
        ({ fields, role, by, atMs }) =>
          (fields as { expectedDigest?: unknown }).expectedDigest === digest &&
          rule.roles.includes(role) &&
          !isAmong(makers, by) &&
          atMs > sinceMs,
      )
      .map(({ by }) => by),
  );
