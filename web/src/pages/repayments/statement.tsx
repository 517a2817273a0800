import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Statement } from '../../../../src/desk/contract';
import { addressOf } from '../../api/client';
import { statementQuery } from '../../api/queries';
import { useCaseName } from '../../app/views';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Page, DataTable } from '../../parts/frames';
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
  <DataTable
    label={words.table}
    columns={[
      words.columns.number,
      words.columns.dueOn,
      ...(['due', 'paid', 'owed'] as const).map((column) => [words.columns[column], 'amount'] as const),
      words.columns.status,
    ]}
    foot={
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row" colSpan={2}>
            {words.total}
          </Table.Th>
          <Amounts {...total} />
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    }
  >
    {instalments.map(({ number, dueOn, status, ...sums }) => (
      <Table.Tr key={number}>
        <Table.Th scope="row">{number}</Table.Th>
        <Table.Td className="nowrap">
          <Day on={dueOn} />
        </Table.Td>
        <Amounts {...sums} />
        <Table.Td>{status}</Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
);

const Amounts = ({ dueKobo, paidKobo, owedKobo }: Statement['total']) => (
  <>
    {[dueKobo, paidKobo, owedKobo].map((kobo, column) => (
      <Table.Td key={column} className="amount">
        {nairaText(kobo)}
      </Table.Td>
    ))}
  </>
);
