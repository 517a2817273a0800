import { subjectOf } from '../../domain/case/agreement';

export const TABS = ['mine', 'person', 'approvals', 'open', 'ended', 'all'] as const;
export type Tab = (typeof TABS)[number];

/** The person for whom a list is made. */
export interface Viewer {
  readonly subject: string;
  readonly roles: readonly string[];
  readonly branch?: string | undefined;
}

/** Adds a value to a query and returns its name, such as `$1`. */
type Naming = (given: unknown) => string;

/** The SQL condition of a tab. It adds only the values that it uses: a query must not have unused ones. */
export const tabCondition = (tab: Tab, me: Viewer, value: Naming): string =>
  ({
    mine: () => `NOT ended AND assignee = ${value(me.subject)}`,
    person: () =>
      `NOT ended AND needs_person AND (for_roles && ${value(me.roles)}::text[]${here(me, value)} OR ${mayDecide(me, value)})`,
    approvals: () => `NOT ended AND ${mayDecide(me, value)}`,
    open: () => 'NOT ended',
    ended: () => 'ended',
    all: () => 'true',
  })[tab]();

/** Limits to the viewer's branch and cases without one; people without a branch work for all. */
const here = ({ branch }: Viewer, value: Naming): string =>
  branch === undefined ? '' : ` AND (branch IS NULL OR branch = ${value(branch)})`;

/** Whether the viewer may agree to something: by role and branch, and not as a maker or an approver. */
export function mayDecide(me: Viewer, value: Naming): string {
  const { subject, roles } = me;
  return `(EXISTS (SELECT FROM jsonb_array_elements(decisions) AS one
    WHERE one->'roles' ?| ${value(roles)}::text[] AND NOT one->'people' ? ${value(subjectOf(subject))})${here(me, value)})`;
}
