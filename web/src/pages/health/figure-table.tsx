import type { ReactNode } from 'react';
import { TableFrame } from '../../parts/frames';
import { texts } from '../../texts';

interface FigureTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** How many of the first columns hold words; the others hold figures. */
  readonly words?: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** Figures as a table: words on the left, figures right-aligned. */
export const FigureTable = ({ label, columns, words = 1, rows }: FigureTableProps) => {
  const sideOf = (place: number) => (place < words ? undefined : 'amount');
  if (rows.length === 0) return <p className="problems-count soft">{texts.health.nothing}</p>;
  return (
    <TableFrame label={label}>
      <table className="dense" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={column} scope="col" className={sideOf(place)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {rest.map((cell, place) => (
                <td key={columns[place + 1]} className={sideOf(place + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
};
