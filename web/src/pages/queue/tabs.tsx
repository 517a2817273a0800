import { Link } from '@tanstack/react-router';
import type { CaseList } from '../../../../src/desk/contract';
import type { ListQuery } from '../../api/queries';
import { Count } from '../../parts/frames';
const TABS = {
  person: 'Needs a person',
  mine: 'Mine',
  approvals: 'Approvals for me',
  open: 'All open',
  ended: 'Ended',
} as const;

type Tab = NonNullable<ListQuery['tab']>;

const ORDER: readonly Tab[] = ['person', 'mine', 'approvals', 'open', 'ended'];
/** The lists in which something waits for a person. */
const HOT: readonly Tab[] = ['person', 'approvals'];

interface TabsProps {
  readonly current: Tab;
  readonly counts: CaseList['counts'] | undefined;
}

/** The lists of the queue, each with how many cases it holds under the same filters. */
export const Tabs = ({ current, counts }: TabsProps) => (
  <nav className="tabs" aria-label="Lists">
    {ORDER.map((tab) => (
      <Link
        key={tab}
        to="/"
        search={({ page: _first, ...before }: ListQuery) => ({ ...before, tab })}
        aria-current={tab === current ? 'page' : undefined}
      >
        {TABS[tab]}
        {counts && <Count isHot={HOT.includes(tab) && counts[tab] > 0}>{counts[tab]}</Count>}
      </Link>
    ))}
  </nav>
);
