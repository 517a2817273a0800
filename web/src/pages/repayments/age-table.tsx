import type { RepaymentList } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { Card, TableFrame } from '../../parts/frames';
import { texts } from '../../texts';

const { repayments: words } = texts;

/** What is outstanding, by how late it is; the bars compare amounts. */
export function AgeTable({ buckets }: { readonly buckets: RepaymentList['buckets'] }) {
  const most = Math.max(1, ...buckets.map(({ outstandingKobo }) => outstandingKobo));
  return (
    <Card title={words.age} flush>
      <TableFrame label={words.age}>
        <table className="dense" aria-label={words.age}>
          <thead>
            <tr>
              <th scope="col">{words.ageColumns.bucket}</th>
              <th scope="col" className="amount">
                {words.ageColumns.loans}
              </th>
              <th scope="col" className="amount">
                {words.ageColumns.outstanding}
              </th>
              <th scope="col" className="less bar-column">
                <span className="unseen">{words.ageColumns.outstanding}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets.map(({ bucket, loans, outstandingKobo }) => (
              <tr key={bucket}>
                <th scope="row">{words.buckets[bucket]}</th>
                <td className="amount">{loans}</td>
                <td className="amount">{nairaText(outstandingKobo)}</td>
                <td className="less" aria-hidden="true">
                  <progress className="bar" max={most} value={outstandingKobo} tabIndex={-1} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </Card>
  );
}
