import { Link } from '@tanstack/react-router';
import type { RepaymentRow } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Badge, TableFrame } from '../../parts/frames';
import { Day } from '../../parts/instant';
import { texts } from '../../texts';

const { repayments: words } = texts;
const { columns } = words;

/** Loans in repayment; charging, promises and pauses are commands on the page of each. */
export const RepaymentTable = ({ rows }: { readonly rows: readonly RepaymentRow[] }) => (
  <TableFrame label={words.table}>
    <table aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">{columns.reference}</th>
          <th scope="col">{columns.stage}</th>
          <th scope="col">{columns.due}</th>
          <th scope="col" className="amount">
            {columns.amount}
          </th>
          <th scope="col" className="amount less">
            {columns.paid}
          </th>
          <th scope="col" className="amount">
            {columns.outstanding}
          </th>
          <th scope="col" className="amount">
            {columns.late}
          </th>
          <th scope="col">{columns.promise}</th>
          <th scope="col" className="no-print">
            {columns.statement}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.reference} row={row} />
        ))}
      </tbody>
    </table>
  </TableFrame>
);

const Row = ({ row }: { readonly row: RepaymentRow }) => (
  <tr>
    <th scope="row">
      <CaseLink kind="loan" reference={row.reference} />
      <span className="second soft break">{row.name}</span>
    </th>
    <td>
      <Badge tone={row.stage === 'ARREARS' ? 'danger' : row.stage === 'CLOSED' ? 'good' : 'info'}>
        {row.stageTitle}
      </Badge>
    </td>
    <td className="nowrap">{row.nextDueOn !== undefined && <Day on={row.nextDueOn} />}</td>
    <td className="amount">{row.nextDueKobo !== undefined && nairaText(row.nextDueKobo)}</td>
    <td className="amount less">
      {row.instalments !== undefined && words.of(row.instalmentsPaid ?? 0, row.instalments)}
    </td>
    <td className="amount">{row.outstandingKobo !== undefined && nairaText(row.outstandingKobo)}</td>
    <td className="amount">{row.daysPastDue > 0 ? row.daysPastDue : ''}</td>
    <td>
      {row.promisedOn !== undefined && (
        <span className={row.promise === 'BROKEN' ? 'attention-text' : undefined}>
          {words.promise[row.promise ?? 'OPEN']} <Day on={row.promisedOn} />
        </span>
      )}
    </td>
    <td className="no-print">
      <Link
        to="/repayments/$reference"
        params={{ reference: row.reference }}
        aria-label={words.statement.title(row.reference)}
      >
        {words.statement.link}
      </Link>
    </td>
  </tr>
);
