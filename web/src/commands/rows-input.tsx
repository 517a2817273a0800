import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rowNumbersIn, rowNumbersText } from '../../../src/domain/batch/row-numbers';
import type { BatchResults } from '../../../src/desk/contract';
import { batchPayeesQuery, batchResultsQuery } from '../api/queries';
import { nairaText } from '../format/money';
import { counted } from '../format/words';
import { QuestionedPayee } from '../parts/payees';
import { textOf } from '../parts/input-props';

type Shown = Pick<BatchResults['rows'][number], 'row' | 'reference' | 'amountKobo'> & {
  readonly status?: string;
  readonly reason?: string | undefined;
};

interface RowsInputProps {
  /** The batch. */
  readonly reference: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly error: string | undefined;
  readonly required: boolean;
  /** The rows by their numbers, as people write them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Most rows shown to be ticked; others are typed. */
const SHOWN = 100;

/** Takes rows of a batch: those in question by ticks, others by their numbers, each with amount and payee, and their sum. */
export default function RowsInput({ reference, value, onChange, ...input }: RowsInputProps) {
  const results = useQuery(batchResultsQuery(reference)).data?.rows ?? [];
  const payees = useQuery(batchPayeesQuery(reference, undefined)).data?.rows ?? [];
  const chosen = rowNumbersIn(value) ?? [];
  // Rows that the form was opened with stay.
  const [first] = useState(chosen);
  const known = new Map<number, Shown>([...payees, ...results].map((one) => [one.row, one]));
  const rows = [...known.values()].toSorted((one, other) => one.row - other.row);
  const kept = new Set([...first, ...chosen]);
  const shown = rows.filter(({ row, status }) => status === 'QUESTION' || kept.has(row));
  const those = chosen.flatMap((row) => known.get(row) ?? []);
  const sumKobo = those.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
  const tick = (row: number, isOn: boolean) =>
    onChange(rowNumbersText([...chosen.filter((one) => one !== row), ...(isOn ? [row] : [])]));
  return (
    <>
      {shown.length > 0 && (
        <ul className="list" aria-label="Rows in question or chosen">
          {shown.slice(0, SHOWN).map(({ row, reference: own, amountKobo, reason }) => {
            const payee = payees.find((one) => one.row === row);
            return (
              <li key={row}>
                <Checkbox
                  size="md"
                  className="tick"
                  label={`Row ${row}, ${own}: ${nairaText(amountKobo)}`}
                  description={reason}
                  checked={chosen.includes(row)}
                  onChange={({ currentTarget: { checked } }) => tick(row, checked)}
                />
                {payee && <QuestionedPayee payee={payee} />}
              </li>
            );
          })}
        </ul>
      )}
      {sumKobo > 0 && (
        <strong aria-live="polite">{`Chosen: ${counted(those.length, 'row')}, ${nairaText(sumKobo)}`}</strong>
      )}
      <TextInput {...input} autoComplete="off" value={value} onChange={textOf(onChange)} />
    </>
  );
}
