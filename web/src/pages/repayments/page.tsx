import { Button, Progress, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { repaymentsQuery } from '../../api/queries';
import { useSession } from '../../api/session';
import { ReceiptList } from '../../commands/receipts';
import { Count, Page, DataTable } from '../../parts/frames';
import { Download } from '../../parts/download';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useRepaymentsView } from '../../app/page-address';
import { AGES } from '../../format/words';
import type { RepaymentList } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { CallKeys, useCalls, useTold } from './call';
import { RepaymentTable } from './table';

const TABS = {
  all: 'All',
  today: 'Due today',
  week: 'This week',
  arrears: 'Arrears',
  promised: 'Promised',
  calls: 'To call today',
} as const;

/** What an empty list means. */
const NONE: Readonly<Record<keyof typeof TABS, string>> = {
  all: 'No loan is in repayment',
  today: 'Nothing is due today',
  week: 'Nothing is due this week',
  arrears: 'No loan is in arrears',
  promised: 'No loan has a promise',
  calls: 'Nobody is to be called today',
};

/** Disbursed loans: due today and this week, arrears by age, promises kept and broken. */
export default function RepaymentsPage(): ReactNode {
  const query = useRepaymentsView();
  const repayments = useQuery({ ...repaymentsQuery(query), placeholderData: keepPreviousData });
  const list = useRef<HTMLDivElement>(null);
  const { due: open = 'all' } = query;
  const listed = repayments.data?.rows ?? [];
  const rows = useTold(open, listed, repayments.dataUpdatedAt);
  const calls = useCalls(rows);
  const mayAct = useSession().data?.mayUse.includes('command') === true;
  useRowKeys(list, mayAct ? calls.acts : undefined);
  const actions = (
    <>
      <Button variant="default" onClick={() => window.print()}>
        Print
      </Button>
      <Download path="/api/repayments.csv" query={{ ...query }}>
        Download as CSV
      </Download>
    </>
  );
  return (
    <Page
      title="Repayments"
      about="Disbursed loans: what is due, what is late, what was promised. Sums are as the bank last showed them: a payment can take hours to show, for a loan that is long late up to three days."
      aside={actions}
    >
      <nav className="tabs" aria-label="Lists">
        {(Object.keys(TABS) as (keyof typeof TABS)[]).map((due) => (
          <Link
            key={due}
            to="/repayments"
            search={due === 'all' ? {} : { due }}
            activeOptions={{ exact: true }}
            aria-current={due === open ? 'page' : undefined}
          >
            {TABS[due]}
            {repayments.data && (
              <Count isHot={due === 'arrears' && repayments.data.counts[due] > 0}>
                {repayments.data.counts[due] + (due === open ? rows.length - listed.length : 0)}
              </Count>
            )}
          </Link>
        ))}
      </nav>
      <ReceiptList kind="loan" />
      {calls.shown}
      <Loaded query={repayments} what="Loans in repayment">
        {({ buckets }) => (
          <>
            <AgeTable buckets={buckets} />
            {mayAct && <CallKeys />}
            <div ref={list} className="card flush">
              {rows.length === 0 ? (
                <Empty title={NONE[open]}>
                  {(open === 'promised' || open === 'calls') &&
                    'What was written down a moment ago comes here within a minute.'}
                  {open === 'all' && 'Loans come here when they are disbursed.'}
                </Empty>
              ) : (
                <RepaymentTable rows={rows} acts={mayAct ? calls.acts : undefined} />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The overdue and outstanding amounts by age of arrears; the bars compare the outstanding ones. */
function AgeTable({ buckets }: { readonly buckets: RepaymentList['buckets'] }) {
  const most = Math.max(1, ...buckets.map(({ outstandingKobo }) => outstandingKobo));
  return (
    <details>
      <summary>Overdue and outstanding by age</summary>
      <DataTable
        label="Overdue and outstanding by age"
        columns={[
          'Age',
          ['Loans', 'amount'],
          ['Overdue', 'amount'],
          ['Outstanding', 'amount'],
          [
            <span key="bar" className="unseen">
              Outstanding
            </span>,
            'less bar-column',
          ],
        ]}
        dense
      >
        {buckets.map(({ bucket, loans, overdueKobo, outstandingKobo }) => (
          <Table.Tr key={bucket}>
            <Table.Th scope="row">{AGES[bucket]}</Table.Th>
            <Table.Td className="amount">{loans}</Table.Td>
            <Table.Td className="amount">{nairaText(overdueKobo)}</Table.Td>
            <Table.Td className="amount">{nairaText(outstandingKobo)}</Table.Td>
            <Table.Td className="less" aria-hidden="true">
              <Progress value={(100 * outstandingKobo) / most} mt={7} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </details>
  );
}
