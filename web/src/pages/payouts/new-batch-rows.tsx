import { counted } from '../../format/words';
import { Table } from '@mantine/core';
import { useState } from 'react';
import type { BatchCheck } from '../../../../src/desk/contract';
import { Badge, DataTable } from '../../parts/frames';
import { textOf } from '../../parts/input-props';

/** Most rows shown at once, so that the browser stays quick with their inputs. */
const SHOWN = 100;

interface BatchRowsProps {
  readonly columns: BatchCheck['columns'];
  readonly rows: BatchCheck['rows'];
  readonly problems: BatchCheck['problems'];
  /** The lines of payments that stand there twice. */
  readonly repeated: BatchCheck['repeated'];
  readonly onChange: (line: number, column: number, value: string) => void;
}

/** The rows, with an input for each cell, which shows its problem. */
export function BatchRows({ columns, rows, problems, repeated, onChange }: BatchRowsProps) {
  // Ticking the box fixes the shown rows: a row must not vanish while it is corrected.
  const [wrong, setWrong] = useState<readonly number[] | undefined>(() => linesOf(problems));
  const shown = wrong === undefined ? rows : rows.filter(({ line }) => wrong.includes(line));
  return (
    <>
      <label className="row beside">
        <input
          type="checkbox"
          checked={wrong !== undefined}
          onChange={(event) => setWrong(event.currentTarget.checked ? (linesOf(problems) ?? []) : undefined)}
        />
        Only rows with problems
      </label>
      <DataTable label="Rows" columns={[['Line', 'amount'], ...columns]} dense className="cells">
        {shown.slice(0, SHOWN).map(({ line, cells }) => (
          <Table.Tr key={line}>
            <Table.Th scope="row" className="amount">
              {line} {repeated.includes(line) && <Badge tone="attention">Twice</Badge>}
            </Table.Th>
            {columns.map((column, place) => (
              <Cell
                key={column}
                column={column}
                line={line}
                value={cells[place] ?? ''}
                problem={problems.find((one) => one.line === line && one.column === column)?.message}
                onChange={(value) => onChange(line, place, value)}
              />
            ))}
          </Table.Tr>
        ))}
      </DataTable>
      {shown.length > SHOWN && (
        <p className="beside soft">
          {counted(shown.length - SHOWN, 'row')} more are not shown; all of them are part of the batch.
        </p>
      )}
    </>
  );
}

/** The lines with problems; `undefined` if there are none. */
function linesOf(problems: BatchCheck['problems']): readonly number[] | undefined {
  const lines = problems.flatMap(({ line }) => (line === undefined ? [] : [line]));
  return lines.length === 0 ? undefined : lines;
}

interface CellProps {
  readonly column: string;
  readonly line: number;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

const Cell = ({ column, line, value, problem, onChange }: CellProps) => (
  <Table.Td>
    <input
      className="cell"
      aria-label={`${column} of line ${line}`}
      aria-invalid={problem !== undefined}
      aria-describedby={problem === undefined ? undefined : `problem-${line}-${column}`}
      value={value}
      onChange={textOf(onChange)}
    />
    {problem !== undefined && (
      <span id={`problem-${line}-${column}`} className="cell-problem">
        {problem}
      </span>
    )}
  </Table.Td>
);
