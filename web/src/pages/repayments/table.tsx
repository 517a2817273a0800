import { Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RepaymentRow } from '../../../../src/desk/contract';
import { callAgainDay } from '../../../../src/domain/repayment/call-again';
import { nairaText } from '../../format/money';
import { counted } from '../../format/words';
import { CaseLink } from '../../parts/case-link';
import { Badge, DataTable } from '../../parts/frames';
import { Day } from '../../parts/instant';
import { Assignee } from '../../parts/person';
import type { CallActs } from './call';

const CALLS = [
  ['p', 'Promised'],
  ['n', 'No answer'],
  ['c', 'Call again'],
] as const;

const PROMISE = {
  OPEN: 'promised for',
  KEPT: 'kept, was promised for',
  BROKEN: 'not seen paid by',
} as const;

interface RepaymentTableProps {
  readonly rows: readonly RepaymentRow[];
  /** Missing for whoever may only look. */
  readonly acts: CallActs | undefined;
}

/** The table of loans in repayment; charging and pausing are commands on each loan's page. */
export const RepaymentTable = ({ rows, acts }: RepaymentTableProps) => (
  <DataTable
    label="Loans in repayment"
    className="cards"
    columns={[
      'Borrower',
      ['Stage', 'least'],
      ['Overdue', 'amount'],
      ['Next instalment', 'amount least'],
      ['Outstanding', 'amount'],
      'Promise',
      'Last note',
      ['Looked after by', 'less least'],
      ...(acts ? [['After a call', 'no-print'] as const] : []),
    ]}
  >
    {rows.map((row) => (
      <Row key={row.reference} row={row} acts={acts} />
    ))}
  </DataTable>
);

const Row = ({ row, acts }: { readonly row: RepaymentRow; readonly acts: CallActs | undefined }) => (
  <Table.Tr>
    <Table.Th scope="row">
      <CaseLink kind="loan" reference={row.reference} />
      <span className="second soft break">{row.name}</span>
      {row.phone !== undefined && (
        <a className="second nowrap" href={`tel:${row.phone}`}>
          {row.phone}
        </a>
      )}
    </Table.Th>
    <Table.Td className="least">
      <Badge wraps tone={row.stage === 'ARREARS' ? 'danger' : 'info'}>
        {row.stageTitle}
      </Badge>
    </Table.Td>
    <Table.Td className="amount">
      {row.overdueKobo > 0 && nairaText(row.overdueKobo)}
      {row.daysPastDue > 0 && <span className="second soft">{counted(row.daysPastDue, 'day')} late</span>}
    </Table.Td>
    <Table.Td className="amount least">
      {row.nextDueKobo !== undefined && nairaText(row.nextDueKobo)}
      {row.nextDueOn !== undefined && (
        <span className="second soft nowrap">
          <Day on={row.nextDueOn} />
        </span>
      )}
    </Table.Td>
    <Table.Td className="amount">
      {row.outstandingKobo !== undefined && nairaText(row.outstandingKobo)}
      {row.instalments !== undefined && (
        <span className="second soft nowrap">
          {row.instalmentsPaid ?? 0} of {row.instalments} paid
        </span>
      )}
      <Link
        className="second no-print"
        to="/repayments/$reference"
        params={{ reference: row.reference }}
        aria-label={`Statement of ${row.reference}`}
      >
        Statement
      </Link>
    </Table.Td>
    <Table.Td>
      {row.promisedOn !== undefined && (
        <span className={row.promise === 'BROKEN' ? 'attention-text' : undefined}>
          {PROMISE[row.promise ?? 'OPEN']} <Day on={row.promisedOn} />
        </span>
      )}
    </Table.Td>
    <Table.Td className="waits">
      {row.lastNote && (
        <>
          <span className="break">{row.lastNote.text}</span>
          <span className="second soft">
            <Day on={row.lastNote.on} />
          </span>
        </>
      )}
      {row.callOn !== undefined && callAgainDay(row.lastNote?.text ?? '') === undefined && (
        <span className="second">
          Call again on <Day on={row.callOn} />
        </span>
      )}
    </Table.Td>
    <Table.Td className="less least">
      <Assignee subject={row.assignee} />
      <span className="second soft">{row.branch}</span>
    </Table.Td>
    {acts && (
      <Table.Td className="no-print">
        <Button.Group orientation="vertical">
          {CALLS.map(([key, label]) => (
            <Button key={key} size="compact-sm" variant="default" onClick={() => acts[key](row.reference)}>
              {label}
            </Button>
          ))}
        </Button.Group>
      </Table.Td>
    )}
  </Table.Tr>
);
