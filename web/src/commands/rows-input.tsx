import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rowNumbersIn, rowNumbersText } from '../../../src/domain/batch/row-numbers';
import { batchPayeesQuery, batchResultsQuery } from '../api/queries';
import { nairaText } from '../format/money';
import { QuestionedPayee } from '../parts/payees';
import { textOf } from '../parts/input-props';

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

/** Takes rows of a batch: those in question by ticks, each with amount and payee, others by their numbers. */
export default function RowsInput({ reference, value, onChange, ...input }: RowsInputProps) {
  const rows = useQuery(batchResultsQuery(reference)).data?.rows ?? [];
  const payees = useQuery(batchPayeesQuery(reference, undefined)).data?.rows ?? [];
  const chosen = rowNumbersIn(value) ?? [];
  // Rows that the form was opened with stay, even if they are not in question.
  const [first] = useState(chosen);
  const shown = rows.filter(({ row, status }) => status === 'QUESTION' || first.includes(row));
  const tick = (row: number, isOn: boolean) =>
    onChange(rowNumbersText([...chosen.filter((one) => one !== row), ...(isOn ? [row] : [])]));
  return (
    <>
      {shown.length > 0 && (
        <ul className="list" aria-label="Rows in question">
          {shown.slice(0, SHOWN).map(({ row, amountKobo, reason }) => {
            const payee = payees.find((one) => one.row === row);
            return (
              <li key={row}>
                <Checkbox
                  size="md"
                  className="tick"
                  label={`Row ${row}: ${nairaText(amountKobo)}`}
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
      <TextInput {...input} autoComplete="off" value={value} onChange={textOf(onChange)} />
    </>
  );
}
