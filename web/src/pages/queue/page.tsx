import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { CaseRow, CaseList } from '../../../../src/desk/contract';
import { type ListQuery, casesQuery } from '../../api/queries';
import { addressOf } from '../../api/client';
import { CaseTable, keyOf } from '../../parts/case-table';
import { Copy } from '../../parts/copy';
import { Page, Count } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Pager } from '../../parts/pager';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useListView } from '../../app/page-address';
import { BulkBar } from './bulk-bar';
import { Filters } from './filters';

const EMPTY_FILTERED = [
  'No case fits these filters',
  'Clear a filter to see more. Payouts of a batch stand in its results.',
] as const;

const EMPTY = {
  person: [
    'Nothing needs you',
    'No case waits for a person of your role at the moment. Press the tab “All open” to see all of them.',
  ],
  mine: ['Nothing is assigned to you', 'Cases that you are assigned to stand here.'],
  approvals: ['Nothing waits for your approval', 'What others have made and you may approve stands here.'],
  open: ['There is no open case', 'Start a loan or a payout; it stands here at once.'],
  ended: ['No case has ended yet', 'Cases that have ended stand here.'],
  all: ['There is no case', 'Start a loan or a payout; it stands here at once.'],
} as const;

/** The queue of cases. Its address holds tab, filters, order and page, and so is a view to keep. */
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
      about={
        (query.tab ?? 'person') === 'person' && query.sort === undefined
          ? 'What needs a person of your role, the longest waiting first.'
          : 'Cases by tab and filters, in the order of the filter.'
      }
      aside={<ViewActions />}
    >
      <div className="stack tight">
        <Tabs query={query} current={query.tab ?? 'person'} counts={cases.data?.counts} />
        <Filters query={query} />
      </div>
      <BulkBar selected={selected} onClear={() => setSelected([])} />
      <div ref={list} className="card flush">
        <Loaded query={cases} what="Cases">
          {({ rows, total }) => (
            <>
              {rows.length === 0 ? (
                <EmptyList query={query} counts={cases.data?.counts} />
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
  // The file holds the whole list, not only the open page.
  const { page: _page, ...filters } = useListView();
  return (
    <>
      <Copy value={window.location.href} what="the address of this view" />
      <Button variant="default" component="a" href={addressOf('/api/cases.csv', { query: filters })} download>
        Download as CSV
      </Button>
    </>
  );
}

interface EmptyListProps {
  readonly query: ListQuery;
  readonly counts: CaseList['counts'] | undefined;
}

/** Why the list is empty, with links to other lists on which its filters find cases. */
function EmptyList({ query, counts }: EmptyListProps) {
  const { tab = 'person', sort: _sort, page: _page, ...filters } = query;
  if (Object.keys(filters).length === 0) return <Empty title={EMPTY[tab][0]}>{EMPTY[tab][1]}</Empty>;
  const others = ELSEWHERE.filter((one) => one !== tab && (counts?.[one] ?? 0) > 0);
  return (
    <Empty title={EMPTY_FILTERED[0]}>
      {others.length === 0 && EMPTY_FILTERED[1]}
      {others.map((other) => (
        <p key={other}>
          <Link to="/" search={{ ...withoutPage(query), tab: other }}>
            {TABS[other]}: {counts?.[other]} {counts?.[other] === 1 ? 'fits' : 'fit'}
          </Link>
        </p>
      ))}
    </Empty>
  );
}

const TABS = {
  person: 'Needs my role',
  mine: 'Mine',
  approvals: 'Approvals for me',
  open: 'All open',
  ended: 'Ended',
  all: 'All',
} as const;

type Tab = NonNullable<ListQuery['tab']>;

const ORDER: readonly Tab[] = ['person', 'mine', 'approvals', 'open', 'ended', 'all'];
/** The lists that together hold every case. */
const ELSEWHERE: readonly Tab[] = ['open', 'ended'];
/** The lists of cases that wait for a person. */
const HOT: readonly Tab[] = ['person', 'approvals'];

const withoutPage = ({ page: _first, ...filters }: ListQuery) => filters;

interface TabsProps {
  readonly query: ListQuery;
  readonly current: Tab;
  readonly counts: CaseList['counts'] | undefined;
}

/** The lists of the queue, each with its number of cases under the same filters. */
const Tabs = ({ query, current, counts }: TabsProps) => (
  <nav className="tabs" aria-label="Lists">
    {ORDER.map((tab) => (
      <Link
        key={tab}
        to="/"
        search={{ ...withoutPage(query), tab }}
        aria-current={tab === current ? 'page' : undefined}
      >
        {TABS[tab]}
        {counts && <Count isHot={HOT.includes(tab) && counts[tab] > 0}>{counts[tab]}</Count>}
      </Link>
    ))}
  </nav>
);
