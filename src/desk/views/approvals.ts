import type { CaseSnapshot, ShownApproval, ShownProposal } from '../../domain/case/snapshot';
import type { CommandTable } from '../../domain/case/commands';
import type { StageRow } from '../../domain/case/waits';
import { decide } from '../access/decide';
import type { StepUp } from '../access/fresh-login';
import { forbiddenBy, relationsOf } from '../access/relation';
import type { ApprovalItem } from '../contract/approvals';
import type { Kind } from '../contract/fields';
import type { Person } from '../login/roles';
import { given } from './case-row';

/** A case with what may be approved about it. */
export interface Approvable {
  readonly kind: Kind;
  readonly reference: string;
  readonly snapshot: Omit<CaseSnapshot, 'kind' | 'timeline'>;
  readonly commands: CommandTable;
  readonly stages: Readonly<Record<string, StageRow>>;
  readonly amountKobo: number | undefined;
  readonly names: { readonly name?: string; readonly accountEndsWith?: string };
  /** What the digest stands for, where it was asked. */
  readonly content?: unknown;
}

/** Everything about a case that waits for another person's word. */
export function approvalItemsOf(given: Approvable, person: Person, stepUp: StepUp): ApprovalItem[] {
  const { approval, proposals = [] } = given.snapshot;
  return [
    ...(approval ? [ofCase(given, approval, person, stepUp)] : []),
    ...proposals.map((proposal) => ofProposal(given, proposal, person, stepUp)),
  ];
}

function ofCase(of: Approvable, approval: ShownApproval, person: Person, stepUp: StepUp): ApprovalItem {
  const { facts } = of.snapshot;
  return {
    ...shared(of, approval, person, stepUp, 'approve'),
    ...{ what: 'case', agree: 'approve', refuse: 'reject' },
    ...given({
      dutyKobo: wholeIn(facts.dutyKobo),
      purpose: textIn(facts.purpose),
      rows: wholeIn(facts.rows),
      beneficiaries: wholeIn(facts.beneficiaries),
      largestKobo: wholeIn(facts.largestKobo),
      nameVerdict: textIn(facts.nameVerdict),
      ...(of.kind === 'payout' ? ofPayout(of) : {}),
    }),
  };
}

function ofProposal(of: Approvable, proposal: ShownProposal, person: Person, stepUp: StepUp): ApprovalItem {
  const item = shared(of, proposal, person, stepUp, 'confirmProposal');
  const { command, what } = proposal;
  return {
    ...item,
    ...{ what: 'proposal', agree: 'confirmProposal', refuse: 'refuseProposal' },
    ...{ command: of.commands[command]?.summary ?? command, instruction: what },
    ...ownMaking(item, proposal, person),
  };
}

/** Of several proposals, a person may have made this one. */
function ownMaking(
  { allowed }: Pick<ApprovalItem, 'allowed'>,
  { makers, roles }: ShownProposal,
  person: Person,
) {
  if (!allowed) return {};
  const forbidden = forbiddenBy(relationsOf(person, { makers }), 'confirmProposal');
  const hasRole = person.roles.some((role) => roles.includes(role));
  const whyNot = forbidden ?? (hasRole ? undefined : `This is for the role ${roles.join(' or ')}.`);
  return whyNot === undefined ? {} : { allowed: false, whyNot };
}

function shared(
  { kind, reference, snapshot, commands, stages, amountKobo }: Approvable,
  { digest, confirmations, roles, makers, approvers, until }: ShownApproval,
  person: Person,
  stepUp: StepUp,
  command: 'approve' | 'confirmProposal',
) {
  const row = commands[command];
  const decision = row && decide(person, row, command, snapshot, stages);
  const hasAgreed = approvers.includes(person.subject);
  const whyNot = hasAgreed
    ? 'You have agreed to it: another person is needed.'
    : decision?.allowed === false
      ? decision.whyNot
      : undefined;
  const { policyVersion, policyDigest } = snapshot.facts;
  return {
    ...{ kind, reference, digest, confirmations, until },
    ...{ roles: [...roles], makers: [...makers], approvers: [...approvers] },
    since: snapshot.since,
    allowed: decision?.allowed === true && !hasAgreed,
    freshLogin: stepUp.isNeeded(snapshot, command, command === 'approve' ? undefined : digest),
    ...given({
      whyNot,
      amountKobo,
      policyVersion: wholeIn(policyVersion),
      policyDigest: textIn(policyDigest),
    }),
  };
}

/** The content of a payout's digest, in the order in which `payoutContent` makes it. */
function ofPayout({ content, names }: Approvable) {
  const [, , source, , account, resolvedName, remark] = Array.isArray(content) ? (content as unknown[]) : [];
  return {
    sourceEndsWith: textIn(source)?.slice(-4),
    beneficiaryEndsWith: textIn(account)?.slice(-4) ?? names.accountEndsWith,
    givenName: names.name,
    resolvedName: textIn(resolvedName),
    remark: textIn(remark),
  };
}

const wholeIn = (fact: unknown) => (typeof fact === 'number' ? fact : undefined);
const textIn = (fact: unknown) => (typeof fact === 'string' ? fact : undefined);
