import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Statement } from '../../../../src/desk/contract';
import { addressOf } from '../../api/client';
import { statementQuery } from '../../api/queries';
import { useCaseName } from '../../app/views';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Page, TableFrame } from '../../parts/frames';
import { Day, Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { texts } from '../../texts';

const { repayments } = texts;
const { statement: words } = repayments;

/** The statement of a loan, for the screen, on paper and as CSV. */
export default function StatementPage(): ReactNode {
  const { reference } = useCaseName();
  const statement = useQuery(statementQuery(reference));
  const aside = statement.data && (
    <>
      <Button
        variant="default"
        component="a"
        href={addressOf('/api/loans/:reference/statement.csv', { params: { reference } })}
        download
      >
        {words.csv}
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        {repayments.print}
      </Button>
    </>
  );
  return (
    <Page title={words.title(reference)} about={words.about} aside={aside}>
      <Loaded query={statement} what={words.table}>
        {(found) => (
          <>
            <p>
              <CaseLink kind="loan" reference={reference} /> {found.name}{' '}
              <span className="soft">
                {words.readAt} <Instant at={found.readAt} />
              </span>
            </p>
            <div className="card flush">
              {found.instalments.length === 0 ? (
                <Empty title={words.empty}>{words.emptyAbout}</Empty>
              ) : (
                <Instalments statement={found} />
              )}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const Instalments = ({ statement: { instalments, total } }: { readonly statement: Statement }) => (
  <TableFrame label={words.table}>
    <table aria-label={words.table}>
      <thead>
        <tr>
          <th scope="col">{words.columns.number}</th>
          <th scope="col">{words.columns.dueOn}</th>
          {(['due', 'paid', 'owed'] as const).map((column) => (
            <th key={column} scope="col" className="amount">
              {words.columns[column]}
            </th>
          ))}
          <th scope="col">{words.columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {instalments.map(({ number, dueOn, status, ...sums }) => (
          <tr key={number}>
            <th scope="row">{number}</th>
            <td className="nowrap">
              <Day on={dueOn} />
            </td>
            <Amounts {...sums} />
            <td>{status}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {words.total}
          </th>
          <Amounts {...total} />
          <td />
        </tr>
      </tfoot>
    </table>
  </TableFrame>
);

const Amounts = ({ dueKobo, paidKobo, owedKobo }: Statement['total']) => (
  <>
    {[dueKobo, paidKobo, owedKobo].map((kobo, column) => (
      <td key={column} className="amount">
        {nairaText(kobo)}
      </td>
    ))}
  </>
);
