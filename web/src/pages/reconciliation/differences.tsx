import { useQuery } from '@tanstack/react-query';
import type { ReconciliationReport } from '../../../../src/desk/contract';
import { reconciliationQuery } from '../../api/queries';
import { nairaText } from '../../format/money';
import { lagosText } from '../../format/time';
import { CaseLink } from '../../parts/case-link';
import { Pair } from '../../parts/facts';
import { Card, Note, TableFrame } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { texts } from '../../texts';

type Report = NonNullable<ReconciliationReport['report']>;
type Account = Report['accounts'][number];

const { reconciliation: words } = texts;

/** What a reconciliation has found: totals, and both sides of each difference. */
export default function Differences({ reference }: { readonly reference: string }) {
  const query = useQuery(reconciliationQuery(reference));
  return (
    <Loaded query={query} what={words.differences}>
      {({ report }) =>
        report ? (
          <Found report={report} reference={reference} />
        ) : (
          <Card title={words.differences}>
            <p className="soft">{words.comparing}</p>
          </Card>
        )
      }
    </Loaded>
  );
}

const Found = ({ report, reference }: { readonly report: Report; readonly reference: string }) => (
  <>
    <Card title={words.differences} aside={<CaseLink kind="reconciliation" reference={reference} />}>
      <div className="stack">
        {report.cancelled === true && (
          <Note tone="attention">
            <strong>{words.cancelled}</strong>
          </Note>
        )}
        <dl className="facts">
          <Pair name={words.period}>
            {lagosText(report.fromAt)} – {lagosText(report.toAt)}
          </Pair>
          <Pair name={words.matched}>{report.matched}</Pair>
          <Pair name={words.inFlight}>{report.inFlight}</Pair>
          <Pair name={words.different}>{report.unmatched}</Pair>
          <Pair name={words.inAll}>{nairaText(report.differenceKobo)}</Pair>
        </dl>
        {report.unmatched === 0 && <Note tone="good">{words.none}</Note>}
      </div>
    </Card>
    {report.accounts
      .filter(({ differences }) => differences.length > 0)
      .map((account) => (
        <AccountDifferences key={account.account} account={account} />
      ))}
  </>
);

const AccountDifferences = ({ account }: { readonly account: Account }) => {
  const title = words.accountTitle(account.account);
  const unlisted = (account.counts['difference'] ?? 0) - account.differences.length;
  return (
    <Card title={title} flush>
      <TableFrame label={title}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{words.columns.what}</th>
              <th scope="col" className="amount">
                {words.columns.ours}
              </th>
              <th scope="col" className="amount">
                {words.columns.theirs}
              </th>
              <th scope="col" className="amount">
                {words.columns.difference}
              </th>
              <th scope="col">{words.columns.toDo}</th>
            </tr>
          </thead>
          <tbody>
            {account.differences.map((difference, place) => (
              <DifferenceRow key={`${difference.uniqueRef} ${place}`} difference={difference} />
            ))}
          </tbody>
        </table>
      </TableFrame>
      {unlisted > 0 && <p className="problems-count soft">{words.more(unlisted)}</p>}
    </Card>
  );
};

const DifferenceRow = ({ difference }: { readonly difference: Account['differences'][number] }) => (
  <tr>
    <th scope="row">
      {difference.reference === undefined ? null : (
        <CaseLink kind="payout" reference={difference.reference} />
      )}
      <span className="second">{difference.about}</span>
      {difference.uniqueRef !== undefined && (
        <span className="second soft small">
          {words.bankReference} <code className="break">{difference.uniqueRef}</code>
        </span>
      )}
    </th>
    <td className="amount">{nairaText(difference.oursKobo)}</td>
    <td className="amount">{nairaText(difference.theirsKobo)}</td>
    <td className="amount">
      <strong className="attention-text">{nairaText(difference.differenceKobo)}</strong>
    </td>
    <td className="waits">{difference.toDo}</td>
  </tr>
);
