import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { repaymentsQuery } from '../../api/queries';
import { Count, Page } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useRepaymentsView } from '../../app/views';
import { AgeTable } from './age-table';
import { RepaymentTable } from './repayment-table';
const TABS = {
  all: 'All',
  today: 'Due today',
  week: 'This week',
  arrears: 'Arrears',
  promised: 'Promised',
} as const;

const ORDER = ['all', 'today', 'week', 'arrears', 'promised'] as const;

/** Disbursed loans: due today and this week, arrears by age, promises kept and broken. */
export default function RepaymentsPage(): ReactNode {
  const query = useRepaymentsView();
  const repayments = useQuery({ ...repaymentsQuery(query), placeholderData: keepPreviousData });
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const print = (
    <Button variant="default" onClick={() => window.print()}>
      Print
    </Button>
  );
  return (
    <Page
      title="Repayments"
      about="Disbursed loans: what is due, what is late, what was promised."
      aside={print}
    >
      <nav className="tabs" aria-label="Lists">
        {ORDER.map((due) => (
          <Link
            key={due}
            to="/repayments"
            search={due === 'all' ? {} : { due }}
            aria-current={due === (query.due ?? 'all') ? 'page' : undefined}
          >
            {TABS[due]}
            {repayments.data && (
              <Count isHot={due === 'arrears' && repayments.data.counts[due] > 0}>
                {repayments.data.counts[due]}
              </Count>
            )}
          </Link>
        ))}
      </nav>
      <Loaded query={repayments} what="Loans in repayment">
        {({ rows, buckets }) => (
          <>
            <AgeTable buckets={buckets} />
            <div ref={list} className="card flush">
              {rows.length === 0 ? (
                <Empty title="No loan fits">Loans come here when they are disbursed.</Empty>
              ) : (
                <RepaymentTable rows={rows} />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
