import type { Person } from '../login/roles';

/** How a person stands to a case. A person may be several at once; the strictest counts. */
export const RELATIONS = ['maker', 'otherBranch', 'assignee', 'unrelated'] as const;
export type Relation = (typeof RELATIONS)[number];

/** What of a case decides how people stand to it. */
export interface Related {
  readonly branch?: string | undefined;
  readonly assignee?: string | undefined;
  /** Who made or changed what is to be approved. */
  readonly makers: readonly string[];
}

/** Commands by which a person agrees to the work of another one. */
const AGREEING = ['approve', 'confirmProposal'];
/** What people of another branch may do all the same. */
const FOR_ALL_BRANCHES = ['addNote'];

/** The one table of what a relation forbids, whatever the role; each entry is the reason, a sentence. */
const FORBIDDEN: Readonly<Record<Relation, (command: string) => string | undefined>> = {
  maker: (command) =>
    AGREEING.includes(command)
      ? 'You have made, changed or proposed it: another person must agree to it.'
      : undefined,
  otherBranch: (command) =>
    FOR_ALL_BRANCHES.includes(command)
      ? undefined
      : 'The case belongs to another branch: you may look at it, and add notes.',
  assignee: () => undefined,
  unrelated: () => undefined,
};

/** How a person stands to a case. */
export function relationsOf(
  { subject, branch }: Pick<Person, 'subject' | 'branch'>,
  related: Related,
): Relation[] {
  const found: Relation[] = [];
  if (related.makers.includes(subject)) found.push('maker');
  // People without a branch, as in a head office, work for all of them.
  if (branch !== undefined && related.branch !== undefined && branch !== related.branch)
    found.push('otherBranch');
  if (related.assignee === subject) found.push('assignee');
  return found.length === 0 ? ['unrelated'] : found;
}

/** Why a person may not give a command because of how they stand to the case, a sentence; nothing when they may. */
export const forbiddenBy = (relations: readonly Relation[], command: string): string | undefined =>
  relations.map((relation) => FORBIDDEN[relation](command)).find((reason) => reason !== undefined);
