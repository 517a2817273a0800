import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Statement } from '../../../../src/desk/contract';
import { statementQuery } from '../../api/queries';
import { useCaseName } from '../../app/page-address';
import { nairaText } from '../../format/money';
import { CaseLink } from '../../parts/case-link';
import { Download } from '../../parts/download';
import { Page, DataTable } from '../../parts/frames';
import { Day, Instant } from '../../parts/instant';
import { Loaded } from '../../parts/loaded';
import { Empty } from '../../parts/states';
/** The statement of a loan, for the screen, on paper and as CSV. */
export default function StatementPage(): ReactNode {
  const { reference } = useCaseName();
  const statement = useQuery(statementQuery(reference));
  const aside = statement.data && (
    <>
      <Download path="/api/loans/:reference/statement.csv" params={{ reference }}>
        Statement as CSV
      </Download>
      <Button variant="default" onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
  return (
    <Page
      title={`Statement of ${reference}`}
      about="What is due, paid and owed, as the loan knows it from the bank. The bank takes no charge back: give money back by a payout."
      aside={aside}
    >
      <Loaded query={statement} what="Instalments">
        {(found) => (
          <>
            <p>
              <CaseLink kind="loan" reference={reference} /> {found.name}{' '}
              <span className="soft">
                Read at <Instant at={found.readAt} isReal />
              </span>
            </p>
            <div className="card flush">
              {found.instalments.length === 0 ? (
                <Empty title="No instalment yet">The bank has given no schedule for this loan yet.</Empty>
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
    label="Instalments"
    columns={['No.', 'Due on', ['Due', 'amount'], ['Paid', 'amount'], ['Owed', 'amount'], 'Status']}
    foot={
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row" colSpan={2}>
            In all
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
