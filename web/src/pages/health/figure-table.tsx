import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card, DataTable } from '../../parts/frames';

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
    <DataTable label={label} columns={columns.map((column, place) => [column, sideOf(place)])} dense>
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
