import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Figures } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { AGES, spoken } from '../../format/words';
import { Card, DataTable } from '../../parts/frames';
import { Instant, Since } from '../../parts/instant';

interface FigureTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Number of first columns with words; the others hold figures. */
  readonly words?: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** Figures as a table: words on the left, figures right-aligned. */
export const FigureTable = ({ label, columns, words = 1, rows }: FigureTableProps) => {
  const sideOf = (place: number) => (place < words ? undefined : 'amount');
  if (rows.length === 0) return <p className="beside soft">Nothing.</p>;
  return (
    <DataTable
      label={label}
      className="cards"
      columns={columns.map((column, place) => [column, sideOf(place)])}
      dense
    >
      {rows.map(({ key, cells: [first, ...rest] }) => (
        <Table.Tr key={key}>
          <Table.Th scope="row">{first}</Table.Th>
          {rest.map((cell, place) => (
            <Table.Td key={columns[place + 1]} className={sideOf(place + 1)}>
              {cell}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </DataTable>
  );
};

/** Figures in their own card, which has the table's name. */
export const FigureCard = ({
  title,
  ...table
}: Omit<FigureTableProps, 'label'> & { readonly title: string }) => (
  <Card title={title} flush>
    <FigureTable label={title} {...table} />
  </Card>
);

/** The figures as tables: open cases by wait and stage, arrears by age, calls of the bank and workers. */
export const FigureTables = ({ figures }: { readonly figures: Figures }) => (
  <div className="grid figures">
    <FigureCard
      title="What cases wait for"
      columns={['What', 'Who is to act', 'Cases', 'The longest waiting']}
      words={2}
      rows={figures.waits.map(({ for: name, about, on, cases, oldestSince }) => ({
        key: name,
        cells: [
          about,
          spoken(on),
          cases,
          oldestSince === undefined ? '' : <Since key="since" at={oldestSince} />,
        ],
      }))}
    />
    <FigureCard
      title="Open cases by stage"
      columns={['Kind', 'Stage', 'Cases', 'Amount']}
      words={2}
      rows={figures.stages.map(({ kind, stage, title, cases, amountKobo }) => ({
        key: `${kind}:${stage}`,
        cells: [spoken(kind), title, cases, nairaText(amountKobo)],
      }))}
    />
    <FigureCard
      title="Loans in arrears by age"
      columns={['Age', 'Loans', 'Overdue', 'Outstanding']}
      rows={figures.arrears
        .filter(({ bucket }) => bucket !== 'NOT_DUE')
        .map(({ bucket, loans, overdueKobo, outstandingKobo }) => ({
          key: bucket,
          cells: [AGES[bucket], loans, nairaText(overdueKobo), nairaText(outstandingKobo)],
        }))}
    />
    <FigureCard
      title="Requests to the bank, as far as it counts them together"
      columns={['Request', 'Urgency', 'Sent', 'Refused']}
      words={2}
      rows={(figures.budget?.calls ?? []).map(({ operation, urgency, calls, refused }) => ({
        key: `${operation}:${urgency}`,
        cells: [spoken(operation), spoken(urgency), calls, refused],
      }))}
    />
    <FigureCard
      title="Requests that wait to be sent"
      columns={['Urgency', 'Requests', 'The oldest for']}
      rows={figures.backlogs.map(({ queue, calls, oldestMs }) => ({
        key: queue,
        cells: [spoken(queue.replace('bank-', '')), calls, calls === 0 ? '' : durationText(oldestMs)],
      }))}
    />
    <FigureCard
      title="Workers: the programs that carry the cases on"
      columns={['Worker', 'Version', 'Last heard of']}
      words={2}
      rows={figures.workers.map(({ name, build, askedAt }) => ({
        key: name,
        cells: [name, build ?? 'none', <Instant key="asked" at={askedAt} isReal />],
      }))}
    />
  </div>
);
