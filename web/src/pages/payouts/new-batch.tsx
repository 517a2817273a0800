import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { BatchCheck } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { Refusal } from '../../commands/refusal';
import { DropTarget } from '../../parts/drop-target';
import { Card, Page } from '../../parts/frames';
import { BatchRows } from './batch-rows';
import { csvOf, withCell } from './csv-text';
import { Freeze } from './freeze';
import { BatchTotals, Problems } from './problems';

/** How long a cell must rest before the rows are checked anew, in milliseconds. */
const REST_MS = 600;

/** A new batch: rows from a CSV file, corrected in place, then frozen. */
export default function NewBatchPage(): ReactNode {
  const [csv, setCsv] = useState<string>();
  const check = useMutation({
    mutationFn: (text: string) => post('/api/batches/check', { body: { csv: text } }),
  });
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const text = await file.text();
    setCsv(text);
    check.mutate(text);
  };
  return (
    <Page
      title="New batch"
      about="Upload the rows, correct what is wrong in place, freeze. After that nothing in it changes, and another person approves it."
    >
      <DropTarget
        label="Drop the CSV file here"
        hint="Columns reference, amountKobo, bankCode, bankName, accountNumber, accountName, remark; UTF-8; up to 5,000 rows"
        accept=".csv,text/csv"
        onFiles={(files) => void take(files)}
      />
      <Refusal error={check.error} />
      {check.isPending && <p aria-live="polite">Checking the rows</p>}
      {csv !== undefined && check.isSuccess && <Checked key={csv} csv={csv} check={check.data} />}
    </Page>
  );
}

interface CheckedProps {
  readonly csv: string;
  readonly check: BatchCheck;
}

/** The rows of one file with what is wrong with them. A cell that changes is checked a moment later. */
function Checked({ csv, check: first }: CheckedProps) {
  const [rows, setRows] = useState(first.rows);
  const [text, setText] = useState(csv);
  const [isChanged, setChanged] = useState(false);
  const checking = useMutation({
    mutationFn: (next: string) => post('/api/batches/check', { body: { csv: next } }),
    onSuccess: (_, next) => {
      setText(next);
      setChanged(false);
    },
  });
  const check = checking.data ?? first;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (line: number, column: number, value: string) => {
    const next = withCell(rows, line, column, value);
    setRows(next);
    setChanged(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => checking.mutate(csvOf({ columns: first.columns, rows: next })), REST_MS);
  };
  return (
    <>
      <div className="split">
        <div className="stack wide">
          <Problems check={check} isChanged={isChanged} />
          <Card title="Rows" flush>
            <BatchRows columns={first.columns} rows={rows} problems={check.problems} onChange={change} />
          </Card>
        </div>
        <div className="stack wide">
          <BatchTotals check={check} />
          <Refusal error={checking.error} />
          {isChanged && (
            <Button
              variant="default"
              loading={checking.isPending}
              onClick={() => checking.mutate(csvOf({ columns: first.columns, rows }))}
            >
              Check again
            </Button>
          )}
          <Freeze csv={text} isReady={!isChanged && check.problems.length === 0 && check.totals.rows > 0} />
        </div>
      </div>
    </>
  );
}
