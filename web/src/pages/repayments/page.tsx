import { Button, Progress, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { repaymentsQuery } from '../../api/queries';
import { Count, Page, Card, DataTable, Badge } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import { useRepaymentsView } from '../../app/views';
import { AGES } from '../../format/words';
import type { RepaymentList, RepaymentRow } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Day } from '../../parts/instant';

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

/** What is outstanding, by how late it is; the bars compare amounts. */
function AgeTable({ buckets }: { readonly buckets: RepaymentList['buckets'] }) {
  const most = Math.max(1, ...buckets.map(({ outstandingKobo }) => outstandingKobo));
  return (
    <Card title="Outstanding by age" flush>
      <DataTable
        label="Outstanding by age"
        columns={[
          'Age',
          ['Loans', 'amount'],
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
        {buckets.map(({ bucket, loans, outstandingKobo }) => (
          <Table.Tr key={bucket}>
            <Table.Th scope="row">{AGES[bucket]}</Table.Th>
            <Table.Td className="amount">{loans}</Table.Td>
            <Table.Td className="amount">{nairaText(outstandingKobo)}</Table.Td>
            <Table.Td className="less" aria-hidden="true">
              <Progress value={(100 * outstandingKobo) / most} mt={7} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Card>
  );
}

const PROMISE = {
  OPEN: 'promised for',
  KEPT: 'kept, was promised for',
  BROKEN: 'broken, was promised for',
} as const;

/** Loans in repayment; charging, promises and pauses are commands on the page of each. */
const RepaymentTable = ({ rows }: { readonly rows: readonly RepaymentRow[] }) => (
  <DataTable
    label="Loans in repayment"
    columns={[
      'Reference',
      'Stage',
      'Next due',
      ['Instalment', 'amount'],
      ['Paid', 'amount less'],
      ['Outstanding', 'amount'],
      ['Days late', 'amount'],
      'Promise',
      ['Statement', 'no-print'],
    ]}
  >
    {rows.map((row) => (
      <Row key={row.reference} row={row} />
    ))}
  </DataTable>
);

const Row = ({ row }: { readonly row: RepaymentRow }) => (
  <Table.Tr>
    <Table.Th scope="row">
      <CaseLink kind="loan" reference={row.reference} />
      <span className="second soft break">{row.name}</span>
    </Table.Th>
    <Table.Td>
      <Badge tone={row.stage === 'ARREARS' ? 'danger' : row.stage === 'CLOSED' ? 'good' : 'info'}>
        {row.stageTitle}
      </Badge>
    </Table.Td>
    <Table.Td className="nowrap">{row.nextDueOn !== undefined && <Day on={row.nextDueOn} />}</Table.Td>
    <Table.Td className="amount">{row.nextDueKobo !== undefined && nairaText(row.nextDueKobo)}</Table.Td>
    <Table.Td className="amount less">
      {row.instalments !== undefined && `${row.instalmentsPaid ?? 0} of ${row.instalments}`}
    </Table.Td>
    <Table.Td className="amount">
      {row.outstandingKobo !== undefined && nairaText(row.outstandingKobo)}
    </Table.Td>
    <Table.Td className="amount">{row.daysPastDue > 0 ? row.daysPastDue : ''}</Table.Td>
    <Table.Td>
      {row.promisedOn !== undefined && (
        <span className={row.promise === 'BROKEN' ? 'attention-text' : undefined}>
          {PROMISE[row.promise ?? 'OPEN']} <Day on={row.promisedOn} />
        </span>
      )}
    </Table.Td>
    <Table.Td className="no-print">
      <Link
        to="/repayments/$reference"
        params={{ reference: row.reference }}
        aria-label={`Statement of ${row.reference}`}
      >
        Statement
      </Link>
    </Table.Td>
  </Table.Tr>
);
