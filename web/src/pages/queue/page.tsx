import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { CaseRow } from '../../../../src/desk/contract';
import type { ListQuery } from '../../api/queries';
import { addressOf } from '../../api/client';
import { casesQuery } from '../../api/queries';
import { CaseTable, keyOf } from '../../parts/case-table';
import { Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useListView } from '../../app/views';
import { texts } from '../../texts';
import { BulkBar } from './bulk-bar';
import { Filters } from './filters';
import { Pager } from './pager';
import { Tabs } from './tabs';

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
    <Page title={texts.shell.pages.queue} about={texts.queue.about} aside={<ViewActions />}>
      <div className="stack tight">
        <Tabs current={query.tab ?? 'person'} counts={cases.data?.counts} />
        <Filters query={query} />
      </div>
      {selected.length > 0 && <BulkBar selected={selected} onClear={() => setSelected([])} />}
      <div ref={list} className="card flush">
        <Loaded query={cases} what={texts.queue.table}>
          {({ rows, total }) => (
            <>
              {rows.length === 0 ? (
                <EmptyList query={query} />
              ) : (
                <CaseTable rows={rows} selection={{ selected, onToggle: toggle }} />
              )}
              <Pager page={query.page ?? 1} shown={rows.length} total={total} />
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
        {isCopied ? texts.queue.copied : texts.queue.copyView}
      </Button>
      <Button variant="default" component="a" href={addressOf('/api/cases.csv', { query })} download>
        {texts.queue.csv}
      </Button>
    </>
  );
}

function EmptyList({ query }: { readonly query: ListQuery }) {
  const { tab = 'person', sort: _sort, page: _page, ...filters } = query;
  const [title, about] = Object.keys(filters).length > 0 ? texts.queue.emptyFiltered : texts.queue.empty[tab];
  return <Empty title={title}>{about}</Empty>;
}
