import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { casesQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { CaseTable } from '../../parts/case-table';
import { Card, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { UnreadableCases } from '../../parts/unreadable-cases';
import { useRowKeys } from '../../parts/use-row-keys';
import Differences from './differences';
import { StartButton } from './start-button';

/** Reconciliations; below the list stand the differences of the first, which waits longest. */
export default function ReconciliationPage(): ReactNode {
  const mayStart = useSession().data?.mayUse.includes('reconcile') ?? false;
  const open = useQuery({
    ...casesQuery({ kind: 'reconciliation', tab: 'open' }),
    placeholderData: keepPreviousData,
  });
  const ended = useQuery({
    ...casesQuery({ kind: 'reconciliation', tab: 'ended', sort: 'newest', size: 20 }),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const first = open.data?.rows[0];
  return (
    <Page
      title="Reconciliation"
      about="Our ledger against the statements of our accounts, both sides next to each other."
      aside={mayStart ? <StartButton /> : undefined}
    >
      <div ref={list} className="stack wide">
        <Card title="Open" flush>
          <Loaded query={open} what="Reconciliations">
            {({ rows }) =>
              rows.length === 0 ? (
                <Empty title="There is none">
                  One is made every day by itself, where schedules are on; start one now with the button
                  above.
                </Empty>
              ) : (
                <CaseTable rows={rows} label="Reconciliations" />
              )
            }
          </Loaded>
        </Card>
        {first && <Differences reference={first.reference} />}
        {ended.data && ended.data.total > 0 && (
          <Card title="Ended" flush>
            <UnreadableCases cases={ended.data.unreadable} />
            <CaseTable rows={ended.data.rows} label="Ended" />
          </Card>
        )}
      </div>
    </Page>
  );
}
