import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, get } from '../../api/client';
import { Page } from '../../parts/frames';
import { Empty, Failed, Loading } from '../../parts/states';
import type { AuditView } from '../../app/searches';
import { useAuditView } from '../../app/views';
import { AuditFilter } from './audit-filter';
import { EndSessions } from './end-sessions';
import { AuditTable } from './audit-table';
import { Verify } from './verify';

/** Who did what, when and why. */
export default function AuditPage(): ReactNode {
  const query = useAuditView();
  const isChosen = [query.person, query.case, query.day].some(Boolean);
  const csv = isChosen ? (
    <Button variant="default" component="a" href={addressOf('/api/audit.csv', { query })} download>
      Download as CSV
    </Button>
  ) : null;
  return (
    <Page
      title="Audit"
      about="Who did what, when and why: by person, by case, by day. Entries are chained and signed."
      aside={csv}
    >
      <Verify />
      <AuditFilter key={JSON.stringify(query)} query={query} />
      {query.person !== undefined && <EndSessions key={query.person} subject={query.person} />}
      <div className="card flush">
        {isChosen ? (
          <Entries query={query} />
        ) : (
          <Empty title="Choose a person, a case or a day">
            The audit is long: it is read by one of them at least.
          </Empty>
        )}
      </div>
    </Page>
  );
}

function Entries({ query }: { readonly query: AuditView }) {
  const pages = useInfiniteQuery({
    queryKey: ['audit', query],
    queryFn: ({ pageParam, signal }) => get('/api/audit', { query: { ...query, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
  });
  if (pages.isError) return <Failed error={pages.error} retry={() => void pages.refetch()} />;
  if (!pages.data) return <Loading what="Entries of the audit" />;
  const entries = pages.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <Empty title="Nothing was done">Nothing fits what you have chosen.</Empty>;
  return (
    <>
      <AuditTable entries={entries} />
      {pages.hasNextPage && (
        <div className="beside row">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Older entries
          </Button>
        </div>
      )}
    </>
  );
}
