import { isAmong } from '../../domain/case/agreement';
import type { CommandRow } from '../../domain/case/commands';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import type { StageTable } from '../../domain/case/waits';
import { ACCOUNT_FIRST, AFTER_ACCOUNT } from '../../domain/loan/disbursement';
import type { ActingRole } from '../contract/fields';
import type { Person } from '../login/roles';

/** The parts of a case that decide which commands people may give. */
export type Subject = Pick<CaseSnapshot, 'approval' | 'proposals' | 'commands' | 'facts' | 'ended' | 'stage'>;

/**
 * Whether a person may give a command, and in which role; otherwise why not, as a sentence. `person`: this
 * person never may; `stage`: the person may, but the case does not take it now.
 */
export type Decision =
  | { readonly allowed: true; readonly role: ActingRole }
  | { readonly allowed: false; readonly by: 'person'; readonly whyNot: string }
  | { readonly allowed: false; readonly by: 'stage'; readonly role: ActingRole; readonly whyNot: string };

const notYou = (whyNot: string): Decision => ({ allowed: false, by: 'person', whyNot });

/** Decides by role, then by the relation to the case, then by the state of the case. */
export function decide(
  person: Person,
  row: CommandRow,
  name: string,
  subject: Subject,
  stages: StageTable,
): Decision {
  const roles = rolesFor(row, name, subject);
  const role = person.roles.find((own): own is ActingRole => roles.includes(own));
  const hasEnded = subject.ended && !subject.commands.includes(name);
  const ended = `The case has ended: ${stages[subject.stage]?.title ?? subject.stage}.`;
  if (!role) return notYou(hasEnded ? ended : forRoles(roles));
  const forbidden = forbiddenTo(person, relatedOf(name, subject), name);
  if (forbidden !== undefined) return notYou(forbidden);
  if (hasAgreed(person, name, subject)) return notYou('You have approved it: another person is needed.');
  if (isAfterAccount(name, subject))
    return { allowed: false, by: 'stage', role, whyNot: `Not yet: ${ACCOUNT_FIRST}.` };
  // The case also takes an answer to a proposal that its own course has made void.
  if (name.endsWith('Proposal') && !hasEnded && (subject.proposals ?? []).length === 0)
    return { allowed: false, by: 'stage', role, whyNot: 'Nothing that was proposed waits now.' };
  if (subject.commands.includes(name)) return { allowed: true, role };
  return { allowed: false, by: 'stage', role, whyNot: hasEnded ? ended : notNow(row, subject, stages) };
}

/** Whether a loan takes it only once people have decided about another account for it. */
export const isAfterAccount = (name: string, { proposals = [] }: Pick<Subject, 'proposals'>): boolean =>
  AFTER_ACCOUNT.some((held) => held === name) &&
  proposals.some(({ command }) => command === 'setDisbursementAccount');

export const forRoles = (roles: readonly string[]): string => `This is for the role ${roles.join(' or ')}.`;

/** The roles of the command's table; of an agreement, those of them that its rule names. */
export function rolesFor(
  { roles }: CommandRow,
  name: string,
  of: Pick<Subject, 'proposals' | 'approval'>,
): readonly string[] {
  const open = name === 'confirmProposal' ? of.proposals : of.approval;
  const rules = name === 'reject' || AGREEING.includes(name) ? [open ?? []].flat() : [];
  return rules.length === 0 ? roles : roles.filter((role) => rules.some((one) => one.roles.includes(role)));
}

/** Each of several proposals has its own makers: only a maker of all of them can confirm none. */
function relatedOf(name: string, { approval, proposals = [], facts }: Subject): Related {
  const [first, ...others] = proposals.map(({ makers }) => makers);
  const ofAll = (first ?? []).filter((maker) => others.every((makers) => isAmong(makers, maker)));
  return {
    branch: typeof facts.branch === 'string' ? facts.branch : undefined,
    makers: name === 'confirmProposal' ? ofAll : (approval?.makers ?? []),
  };
}

/** Whether a person has already agreed to everything that the command could agree to. */
function hasAgreed({ subject }: Person, name: string, { approval, proposals = [] }: Subject): boolean {
  if (!AGREEING.includes(name)) return false;
  const open = name === 'approve' ? [approval ?? []].flat() : proposals;
  return open.length > 0 && open.every(({ approvers }) => isAmong(approvers, subject));
}

function notNow({ stages: possible, instead }: CommandRow, { stage }: Subject, stages: StageTable): string {
  const titles = [...new Set(possible.map((one) => stages[one]?.title ?? one))];
  const isStage = possible.includes(stage);
  const when = isStage ? 'The case does not ask for it at the moment.' : `Possible in: ${titles.join(', ')}.`;
  return isStage || instead === undefined ? when : `${when} ${instead}`;
}

/** The parts of a case that decide what people may do in any role. */
interface Related {
  readonly branch?: string | undefined;
  /** The people who made or changed what is to be approved. */
  readonly makers: readonly string[];
}

/** Commands by which a person agrees to the work of another one. */
const AGREEING = ['approve', 'confirmProposal'];

/** Why a person may not give a command in any role, as a sentence; `undefined` if nothing forbids it. */
export function forbiddenTo(
  { subject, branch }: Pick<Person, 'subject' | 'branch'>,
  related: Related,
  command: string,
): string | undefined {
  if (AGREEING.includes(command) && isAmong(related.makers, subject))
    return 'You have made, changed or proposed it: another person must approve it.';
  // People without a branch, as in a head office, work for all of them.
  const isOfOther = branch !== undefined && related.branch !== undefined && branch !== related.branch;
  return isOfOther && command !== 'addNote'
    ? 'The case belongs to another branch: you may look at it, and add notes.'
    : undefined;
}

/** The parts of a case that say what agreeing to it takes. */
export type Agreeable = Pick<CaseSnapshot, 'approval' | 'proposals'>;

/** Decides, by the policy that a case shows, whether people must log in again or use a device to agree. */
export class StepUp {
  /** @param signs whether the desk signs acts; if not, it needs no fresh logins */
  constructor(private readonly signs: boolean) {}

  /** Whether a command can ever need a fresh login. */
  mayConcern = (command: string): boolean => this.signs && AGREEING.includes(command);

  /** Whether a command needs a fresh login; with a digest, for that proposal only. */
  isNeeded(agreeable: Agreeable, command: string, digest?: unknown): boolean {
    return this.meant(agreeable, command, digest).some(({ freshLogin }) => freshLogin === true);
  }

  /** Whether a command needs a signature by the person's device; with a digest, for that proposal only. */
  needsPasskey(agreeable: Agreeable, command: string, digest?: unknown): boolean {
    return this.meant(agreeable, command, digest).some(({ passkey }) => passkey === true);
  }

  private meant({ approval, proposals = [] }: Agreeable, command: string, digest: unknown) {
    if (!this.mayConcern(command)) return [];
    if (command === 'approve') return approval ? [approval] : [];
    return proposals.filter((one) => digest === undefined || one.digest === digest);
  }
}
