import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { CaseRow, CaseList } from '../../../../src/desk/contract';
import { type ListQuery, casesQuery } from '../../api/queries';
import { addressOf } from '../../api/client';
import { CaseTable, keyOf } from '../../parts/case-table';
import { Page, Count } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Pager } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useListView } from '../../app/views';
import { BulkBar } from './bulk-bar';
import { Filters } from './filters';

const EMPTY_FILTERED = ['No case fits these filters', 'Clear a filter to see more.'] as const;

const EMPTY = {
  person: [
    'Nothing needs you',
    'No case waits for a person of your role at the moment. Press the tab “All open” to see all of them.',
  ],
  mine: ['Nothing is assigned to you', 'Cases that you are assigned to stand here.'],
  approvals: ['Nothing waits for your approval', 'What others have made and you may approve stands here.'],
  open: ['There is no open case', 'Start a loan or a payout; it stands here at once.'],
  ended: ['No case has ended yet', 'Cases that have ended stand here.'],
} as const;

/** The queue: what needs a person. Its address holds tab, filters, order and page, and so is a view to keep. */
export default function QueuePage(): ReactNode {
  const query = useListView();
  const cases = useQuery({ ...casesQuery(query), placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<readonly CaseRow[]>([]);
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const toggle = (rows: readonly CaseRow[], isOn: boolean) => {
    const keys = rows.map(keyOf);
    setSelected((all) => [...all.filter((row) => !keys.includes(keyOf(row))), ...(isOn ? rows : [])]);
  };
  return (
    <Page
      title="Queue"
      about="What needs a person of your role, the longest waiting first."
      aside={<ViewActions />}
    >
      <div className="stack tight">
        <Tabs current={query.tab ?? 'person'} counts={cases.data?.counts} />
        <Filters query={query} />
      </div>
      {selected.length > 0 && <BulkBar selected={selected} onClear={() => setSelected([])} />}
      <div ref={list} className="card flush">
        <Loaded query={cases} what="Cases">
          {({ rows, total }) => (
            <>
              {rows.length === 0 ? (
                <EmptyList query={query} />
              ) : (
                <CaseTable rows={rows} selection={{ selected, onToggle: toggle }} />
              )}
              <Pager page={query.page} shown={rows.length} total={total} />
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function ViewActions() {
  const query = useListView();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(window.location.href).then(() => setCopied(true));
  return (
    <>
      <Button variant="default" onClick={copy}>
        {isCopied ? 'Copied' : 'Copy the address of this view'}
      </Button>
      <Button variant="default" component="a" href={addressOf('/api/cases.csv', { query })} download>
        Download as CSV
      </Button>
    </>
  );
}

function EmptyList({ query }: { readonly query: ListQuery }) {
  const { tab = 'person', sort: _sort, page: _page, ...filters } = query;
  const [title, about] = Object.keys(filters).length > 0 ? EMPTY_FILTERED : EMPTY[tab];
  return <Empty title={title}>{about}</Empty>;
}

const TABS = {
  person: 'Needs my role',
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
const Tabs = ({ current, counts }: TabsProps) => (
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
