import { subjectOf } from '../../domain/case/agreement';

/** The tabs of the queue. */
export const TABS = ['mine', 'person', 'approvals', 'open', 'ended', 'all'] as const;
export type Tab = (typeof TABS)[number];

/** For whom a list is made. */
export interface Viewer {
  readonly subject: string;
  readonly roles: readonly string[];
  readonly branch?: string | undefined;
}

/** Names a value of a query, as in `$1`. */
type Naming = (given: unknown) => string;

/** The condition of a tab. It names what it takes of the viewer alone: a query has no value that it does not use. */
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

/** That the case is of the viewer's branch, or of none; people without one work for all. */
const here = ({ branch }: Viewer, value: Naming): string =>
  branch === undefined ? '' : ` AND (branch IS NULL OR branch = ${value(branch)})`;

/** Whether the viewer may agree to something of a case: by role and branch, and as nobody who made it or has agreed. */
export function mayDecide(me: Viewer, value: Naming): string {
  const { subject, roles } = me;
  return `(EXISTS (SELECT FROM jsonb_array_elements(decisions) AS one
    WHERE one->'roles' ?| ${value(roles)}::text[] AND NOT one->'people' ? ${value(subjectOf(subject))})${here(me, value)})`;
}
