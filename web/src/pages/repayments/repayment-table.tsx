import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RepaymentRow } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Badge, DataTable } from '../../parts/frames';
import { Day } from '../../parts/instant';
const PROMISE = {
  OPEN: 'promised for',
  KEPT: 'kept, was promised for',
  BROKEN: 'broken, was promised for',
} as const;

/** Loans in repayment; charging, promises and pauses are commands on the page of each. */
export const RepaymentTable = ({ rows }: { readonly rows: readonly RepaymentRow[] }) => (
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
