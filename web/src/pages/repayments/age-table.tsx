import { AGES } from '../../format/words';
import { Progress, Table } from '@mantine/core';
import type { RepaymentList } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { Card, DataTable } from '../../parts/frames';

/** What is outstanding, by how late it is; the bars compare amounts. */
export function AgeTable({ buckets }: { readonly buckets: RepaymentList['buckets'] }) {
  const most = Math.max(1, ...buckets.map(({ outstandingKobo }) => outstandingKobo));
  return (
    <Card title="Outstanding by age" flush>
      <DataTable
        label="Outstanding by age"
        columns={[
          'Age',
          ['Loans', 'amount'],
          ['Outstanding', 'amount'],
          ['<span className="unseen">{words.ageColumns.outstanding}</span>', 'less bar-column'],
        ]}
        dense
      >
        {buckets.map(({ bucket, loans, outstandingKobo }) => (
          <Table.Tr key={bucket}>
            <Table.Th scope="row">{AGES[bucket]}</Table.Th>
            <Table.Td className="amount">{loans}</Table.Td>
            <Table.Td className="amount">{nairaText(outstandingKobo)}</Table.Td>
            <Table.Td className="less" aria-hidden="true">
              <Progress value={(100 * outstandingKobo) / most} mt={7} />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Card>
  );
}
