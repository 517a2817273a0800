import { contentDigest } from '../../authority/digest';
import type { ApprovalRule } from '../../domain/case/approval';
import type { CommandRow } from '../../domain/case/commands';
import type { Subject } from '../../domain/case/fields';
import { instructionOf } from '../../domain/case/instruction';
import { secondPerson, type CommandRules } from '../../domain/case/second-person';
import { caseOf } from '../../domain/wire/workflow-ids';
import { requireAgreement } from './agreement';
import type { Proofs, TakenAct } from './proofs';
import { ProofRefused } from './proofs';

/** A command that may take a second person, and by what that is measured. */
interface Together {
  readonly command: string;
  readonly row: CommandRow;
  readonly rules: CommandRules;
  /** How many others must have confirmed it; nothing where its sender may decide. */
  readonly ruleFor: (act: TakenAct) => ApprovalRule | undefined;
  /** Beside its sender: they cannot confirm it. */
  readonly makers: readonly string[];
  /** What it must be about, where the gate knows; else what the people were shown counts. */
  readonly about?: Subject;
}

const CONFIRMING = secondPerson([]).confirmProposal;

/**
 * Checks a command by its act and, where the policy wants a second person for it, by the acts of the people who have confirmed
 * this very command, of what it is about. @throws ProofRefused
 */
export async function requireTogether(
  given: unknown,
  { command, row, rules, ruleFor, makers, about = aboutIn(given) }: Together,
  proofs: Proofs,
): Promise<TakenAct & { readonly about?: Subject }> {
  const act = await proofs.taken(given, command, row.roles);
  if (rules[command]?.roles?.includes(act.role) === false)
    throw new ProofRefused(`the policy leaves ${command} to other roles than ${act.role}`);
  const rule = ruleFor(act);
  if (!rule) return act;
  const { kind, reference } = caseOf(proofs.workflowId);
  requireAgreement({
    digest: contentDigest([kind, reference, ...instructionOf(command, row, act.fields, about)]),
    rule,
    makers: [...makers, act.by],
    approvals: await proofs.approvals(confirmationsIn(given), 'confirmProposal', CONFIRMING.roles),
    sinceMs: 0,
    about: command,
  });
  return { ...act, about };
}

const aboutIn = (given: unknown) => Object((Object(given) as { about?: unknown }).about) as Subject;

const confirmationsIn = (given: unknown) => (Object(given) as { confirmations?: unknown }).confirmations;
