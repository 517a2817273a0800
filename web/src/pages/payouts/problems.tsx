import { counted } from '../../format/words';
import { Table } from '@mantine/core';
import type { BatchCheck } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { Pair, Pairs } from '../../parts/facts';
import { Badge, Card, Note, DataTable } from '../../parts/frames';

interface ProblemsProps {
  readonly check: BatchCheck;
  readonly isChanged: boolean;
}

/** Every problem by its line and column. */
export function Problems({ check: { problems, warnings }, isChanged }: ProblemsProps) {
  const title =
    problems.length === 0 ? 'Nothing is wrong with the rows' : counted(problems.length, 'problem');
  const badge = isChanged ? <Badge tone="info">Changed since the last check</Badge> : null;
  return (
    <>
      <Card title="Problems" aside={badge} flush={problems.length > 0}>
        <p aria-live="polite" className={problems.length > 0 ? 'beside' : undefined}>
          <Badge tone={problems.length === 0 ? 'good' : 'danger'}>{title}</Badge>
        </p>
        {problems.length > 0 && (
          <DataTable label="Problems" columns={[['Line', 'amount'], 'Column', 'Problem']} dense>
            {problems.map(({ line, column, message }) => (
              <Table.Tr key={`${line} ${column} ${message}`}>
                <Table.Td className="amount">{line}</Table.Td>
                <Table.Td>
                  <code>{column}</code>
                </Table.Td>
                <Table.Td className="break">{message}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Card>
      {warnings.length > 0 && (
        <Note tone="attention">
          <strong>Look at these; they may be meant</strong>
          {warnings.map((warning) => (
            <span key={warning}>{warning}</span>
          ))}
        </Note>
      )}
    </>
  );
}

/** What the rows come to. */
export const BatchTotals = ({ check: { totals } }: { readonly check: BatchCheck }) => (
  <Card title="What the rows come to">
    <p className="amount-big">{nairaText(totals.totalKobo)}</p>
    <Pairs>
      <Pair name="Rows">{totals.rows.toLocaleString('en-NG')}</Pair>
      <Pair name="Beneficiaries">{totals.beneficiaries.toLocaleString('en-NG')}</Pair>
      <Pair name="Largest">{nairaText(totals.largestKobo)}</Pair>
    </Pairs>
  </Card>
);
