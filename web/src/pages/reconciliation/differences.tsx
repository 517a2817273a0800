import { counted } from '../../format/words';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReconciliationReport } from '../../../../src/desk/contract';
import { reconciliationQuery } from '../../api/queries';
import { nairaText } from '../../format/money';
import { lagosText } from '../../format/time';
import { CaseLink } from '../../parts/case-link';
import { Pair, Pairs } from '../../parts/facts';
import { Card, Note, DataTable } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';

type Report = NonNullable<ReconciliationReport['report']>;
type Account = Report['accounts'][number];

interface DifferencesProps {
  readonly reference: string;
  readonly isEnded: boolean;
  /** Before the titles: landmarks of a form over a page that has them, too, need names of their own. */
  readonly prefix?: string;
}

/** The result of a reconciliation: totals, and both sides of each difference. */
export default function Differences({ reference, isEnded, prefix = '' }: DifferencesProps) {
  const query = useQuery(reconciliationQuery(reference, isEnded));
  return (
    <Loaded query={query} what="Differences">
      {({ report }) =>
        report ? (
          <Found report={report} reference={reference} prefix={prefix} />
        ) : (
          <Card title="Differences">
            <p className="soft">
              {isEnded
                ? 'It ended before it had compared anything.'
                : 'It compares for the first time; what it finds comes here by itself.'}
            </p>
          </Card>
        )
      }
    </Loaded>
  );
}

interface FoundProps extends Pick<Required<DifferencesProps>, 'reference' | 'prefix'> {
  readonly report: Report;
}

const Found = ({ report, reference, prefix }: FoundProps) => (
  <>
    <Card title={`${prefix}Differences`} aside={<CaseLink kind="reconciliation" reference={reference} />}>
      <div className="stack">
        {report.cancelled === true && (
          <Note tone="attention">
            <strong>A person ended it: nothing is concluded from these figures.</strong>
          </Note>
        )}
        <Pairs>
          <Pair name="Period">
            {lagosText(report.fromAt)} – {lagosText(report.toAt)}
          </Pair>
          <Pair name="Matched">{report.matched}</Pair>
          <Pair name="In flight">
            {report.inFlight}
            {report.accounts
              .flatMap(({ unsettled = [] }) => unsettled)
              .map((payout) => (
                <span key={payout} className="second">
                  <CaseLink kind="payout" reference={payout} />
                </span>
              ))}
          </Pair>
          <Pair name="Differences">{report.unmatched}</Pair>
          <Pair name="Sum of the differences">{nairaText(report.differenceKobo)}</Pair>
        </Pairs>
        <p className="soft">
          A difference is one payout or one line of a statement that the other side lacks or has with another
          amount; what is in flight counts as none, because it may still be settled by itself.
        </p>
        {report.unmatched === 0 && <Note tone="good">Both sides agree.</Note>}
      </div>
    </Card>
    {report.accounts
      .filter(({ differences }) => differences.length > 0)
      .map((account) => (
        <AccountDifferences key={account.account} account={account} prefix={prefix} />
      ))}
  </>
);

const AccountDifferences = ({ account, prefix }: { readonly account: Account; readonly prefix: string }) => {
  const title = `${prefix}Account ${account.account}`;
  const unlisted = (account.counts['difference'] ?? 0) - account.differences.length;
  return (
    <Card title={title} flush>
      <DataTable
        label={title}
        className="cards"
        columns={[
          'What',
          'What to do',
          ['Our ledger', 'amount'],
          ['Statement', 'amount'],
          ['Difference', 'amount'],
        ]}
      >
        {account.differences.map((difference, place) => (
          <DifferenceRow key={`${difference.uniqueRef} ${place}`} difference={difference} />
        ))}
      </DataTable>
      {unlisted > 0 && <p className="beside soft">{counted(unlisted, 'difference')} more are not listed.</p>}
    </Card>
  );
};

const DifferenceRow = ({ difference }: { readonly difference: Account['differences'][number] }) => (
  <Table.Tr>
    <Table.Th scope="row">
      {difference.reference === undefined ? null : (
        <CaseLink kind="payout" reference={difference.reference} />
      )}
      <span className="second">{difference.about}</span>
      {difference.uniqueRef !== undefined && (
        <span className="second soft small">
          at the bank <code className="break">{difference.uniqueRef}</code>
        </span>
      )}
      {difference.reference === undefined && (
        <span className="second soft small">
          The desk keeps neither payee nor narration of the bank&rsquo;s lines: look for this reference on the
          statement.
        </span>
      )}
      {difference.at !== undefined && <span className="second soft small">{lagosText(difference.at)}</span>}
    </Table.Th>
    <Table.Td className="waits">{difference.toDo}</Table.Td>
    <Table.Td className="amount">{nairaText(difference.oursKobo)}</Table.Td>
    <Table.Td className="amount">{nairaText(difference.theirsKobo)}</Table.Td>
    <Table.Td className="amount">
      <strong className="attention-text">{nairaText(difference.differenceKobo)}</strong>
    </Table.Td>
  </Table.Tr>
);
