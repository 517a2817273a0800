import type { BatchCheck } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { Pair } from '../../parts/facts';
import { Badge, Card, Note, TableFrame } from '../../parts/frames';
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
        <p aria-live="polite" className={problems.length > 0 ? 'problems-count' : undefined}>
          <Badge tone={problems.length === 0 ? 'good' : 'danger'}>{title}</Badge>
        </p>
        {problems.length > 0 && (
          <TableFrame label={words.problemsTable}>
            <table className="dense" aria-label={words.problemsTable}>
              <thead>
                <tr>
                  <th scope="col" className="amount">
                    {words.columns.line}
                  </th>
                  <th scope="col">{words.columns.column}</th>
                  <th scope="col">{words.columns.problem}</th>
                </tr>
              </thead>
              <tbody>
                {problems.map(({ line, column, message }) => (
                  <tr key={`${line} ${column} ${message}`}>
                    <td className="amount">{line}</td>
                    <td>
                      <code>{column}</code>
                    </td>
                    <td className="break">{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
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
    <dl className="facts">
      <Pair name={words.rowsCount}>{totals.rows.toLocaleString('en-NG')}</Pair>
      <Pair name={words.beneficiaries}>{totals.beneficiaries.toLocaleString('en-NG')}</Pair>
      <Pair name={words.largest}>{nairaText(totals.largestKobo)}</Pair>
    </dl>
  </Card>
);
