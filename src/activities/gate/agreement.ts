import { contentDigest } from '../../authority/digest';
import {
  consentRefusal,
  secondPerson,
  type Agreement,
  type ApprovalRule,
  type CommandRules,
} from '../../domain/case/agreement';
import { instructionOf } from '../../domain/case/instruction';
import type { CommandRow } from '../../domain/case/commands';
import type { Subject } from '../../domain/case/fields';
import { caseOf } from '../../domain/wire/workflow-ids';
import { ProofRefused, type Approvals, type Proofs, type TakenAct } from './proofs';

/** An agreement that people must have given, with the acts by which they gave it. */
interface ProvenAgreement extends Omit<Agreement, 'approvers'> {
  readonly approvals: Approvals;
  /** Approvals before this instant have lapsed; milliseconds. */
  readonly sinceMs: number;
  /** The subject of the agreement, in a word. */
  readonly about?: string;
}

/** Checks that enough other people have agreed to this very thing, in the right roles, not too long ago. @throws ProofRefused */
export function requireAgreement(agreement: ProvenAgreement): void {
  const { rule } = agreement;
  const people = agreeing(agreement);
  if (people.length < rule.approvals)
    throw new ProofRefused(tooFew(people, agreement), { rule, agreed: people });
}

/** The people whose agreement counts, each once. */
export const agreeing = ({ approvals, sinceMs, ...agreement }: ProvenAgreement): readonly string[] =>
  approvals.counting
    .filter(({ atMs }) => atMs > sinceMs)
    .reduce<readonly string[]>((approvers, { by: actor, fields, ...consent }) => {
      const { expectedDigest = '' } = fields as { expectedDigest?: string };
      const refusal = consentRefusal({ ...agreement, approvers }, { ...consent, actor, expectedDigest });
      return refusal === undefined ? [...approvers, actor] : approvers;
    }, []);

/** Says in a sentence that too few people have agreed. */
export function tooFew(
  people: readonly string[],
  { rule, approvals, about = 'it' }: Pick<ProvenAgreement, 'rule' | 'approvals' | 'about'>,
): string {
  const { approvals: wanted, roles, freshLogin, passkey } = rule;
  const uncounted = [
    [approvals.isOneRevoked, 'an approval under a key that was revoked does not count'],
    [
      freshLogin && approvals.counting.some(({ lacksFreshLogin }) => lacksFreshLogin),
      'what a desk has signed without a fresh login does not count for this amount',
    ],
    [
      passkey && approvals.counting.some(({ lacksPasskey }) => lacksPasskey),
      'what a desk has signed without a device of the person does not count for this amount',
    ],
  ] as const;
  return [
    `${people.length} of ${wanted} people in the role ${roles.join(' or ')} have agreed to ${about} as it stands`,
    ...uncounted.flatMap(([applies, why]) => (applies ? [why] : [])),
  ].join('; ');
}

/** A command that may need a second person, and the terms of that. */
interface Together {
  readonly command: string;
  readonly row: CommandRow;
  readonly rules: CommandRules;
  /** How many others must have confirmed it; `undefined` where its sender may decide. */
  readonly ruleFor: (act: TakenAct) => ApprovalRule | undefined;
  /** The people besides its sender who cannot confirm it. */
  readonly makers: readonly string[];
  /** Its subject, if the gate knows it; otherwise the one that people were shown counts. */
  readonly about?: Subject;
  /** The reference that the case goes by, where its workflow id has another one. */
  readonly reference?: string | undefined;
}

const CONFIRMING = secondPerson([]).confirmProposal;

/** Checks a command by its act, and by the confirmations that the policy wants for it. @throws ProofRefused */
export async function requireTogether(
  given: unknown,
  { command, row, rules, ruleFor, makers, reference, ...known }: Together,
  proofs: Proofs,
): Promise<TakenAct & { readonly about?: Subject }> {
  const act = await proofs.taken(given, command, row.roles);
  if (rules[command]?.roles?.includes(act.role) === false)
    throw new ProofRefused(`the policy leaves ${command} to other roles than ${act.role}`);
  const rule = ruleFor(act);
  if (!rule) return act;
  const { kind, reference: own } = caseOf(proofs.workflowId);
  const shown = Object(given) as { readonly about?: unknown; readonly confirmations?: unknown };
  const about = known.about ?? (Object(shown.about) as Subject);
  const instruction = instructionOf(command, row, act.fields, about);
  requireAgreement({
    digest: contentDigest([kind, reference ?? own, ...instruction]),
    rule,
    makers: [...makers, act.by],
    approvals: await proofs.approvals(shown.confirmations, 'confirmProposal', CONFIRMING.roles),
    sinceMs: 0,
    about: command,
  });
  return { ...act, about };
}
