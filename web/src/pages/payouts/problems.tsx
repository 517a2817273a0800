import { Table } from '@mantine/core';
import type { BatchCheck } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { Pair, Pairs } from '../../parts/facts';
import { Badge, Card, Note, DataTable } from '../../parts/frames';
import { texts } from '../../texts';

const { newBatch: words } = texts;

interface ProblemsProps {
  readonly check: BatchCheck;
  readonly isChanged: boolean;
}

/** Every problem by its line and column. */
export function Problems({ check: { problems, warnings }, isChanged }: ProblemsProps) {
  const title = words.problems(problems.length);
  const badge = isChanged ? <Badge tone="info">{words.unchecked}</Badge> : null;
  return (
    <>
      <Card title={words.problemsTable} aside={badge} flush={problems.length > 0}>
        <p aria-live="polite" className={problems.length > 0 ? 'beside' : undefined}>
          <Badge tone={problems.length === 0 ? 'good' : 'danger'}>{title}</Badge>
        </p>
        {problems.length > 0 && (
          <DataTable
            label={words.problemsTable}
            columns={[[words.columns.line, 'amount'], words.columns.column, words.columns.problem]}
            dense
          >
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
          <strong>{words.warnings}</strong>
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
  <Card title={words.totals}>
    <p className="amount-big">{nairaText(totals.totalKobo)}</p>
    <Pairs>
      <Pair name={words.rowsCount}>{totals.rows.toLocaleString('en-NG')}</Pair>
      <Pair name={words.beneficiaries}>{totals.beneficiaries.toLocaleString('en-NG')}</Pair>
      <Pair name={words.largest}>{nairaText(totals.largestKobo)}</Pair>
    </Pairs>
  </Card>
);
