import { Button, Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { BatchCheck } from '../../../../src/desk/contract';
import { delimiterOf } from '../../../../src/domain/batch/rows';
import { post } from '../../api/client';
import { Refusal } from '../../commands/refusal';
import { DropTarget } from '../../parts/drop-target';
import { Card, Page, Badge, Note, DataTable } from '../../parts/frames';
import { BatchRows } from './new-batch-rows';
import { Freeze } from './freeze';
import { counted } from '../../format/words';
import { nairaText } from '../../format/money';
import { Pair, Pairs } from '../../parts/facts';

/** Time without a change before the rows are checked again, in milliseconds. */
const REST_MS = 600;

/** A file whose rows the desk has checked. */
interface CheckedFile {
  /** Another one each time that a file is dropped, also for the same file. */
  readonly id: string;
  readonly name: string;
  readonly csv: string;
  readonly check: BatchCheck;
}

/** The form of a new batch: rows from a CSV file, corrected in place, then frozen. */
export default function NewBatchPage(): ReactNode {
  const [shown, setShown] = useState<CheckedFile>();
  /** A file dropped since, which takes their place once the person throws away what they typed. */
  const [next, setNext] = useState<CheckedFile>();
  /** Whether the rows are corrected, or the form below them is begun. */
  const isTyped = useRef(false);
  const check = useMutation({
    mutationFn: (text: string) => post('/api/batches/check', { body: { csv: text } }),
  });
  const [isUnreadable, setUnreadable] = useState(false);
  const show = (file: CheckedFile) => {
    isTyped.current = false;
    setShown(file);
    setNext(undefined);
  };
  const take = async ([file]: readonly File[]) => {
    if (!file) return;
    const csv = utf8In(await file.arrayBuffer());
    setNext(undefined);
    setUnreadable(csv === undefined);
    check.reset();
    if (csv === undefined) return;
    check.mutate(csv, {
      onSuccess: (answer) => {
        const checked = { id: crypto.randomUUID(), name: file.name, csv, check: answer };
        if (isTyped.current) setNext(checked);
        else show(checked);
      },
    });
  };
  const leaving = useBlocker({
    shouldBlockFn: () => isTyped.current,
    enableBeforeUnload: () => isTyped.current,
    withResolver: true,
  });
  return (
    <Page
      title="New batch"
      about="Upload the rows, correct what is wrong in place, freeze. After that nothing in it changes, and another person approves it."
    >
      <DropTarget
        label="Drop the CSV file here"
        hint="Columns reference, amountKobo (or amount, in naira), bankCode, bankName, accountNumber, accountName, remark; UTF-8; up to 5,000 rows"
        accept=".csv,text/csv"
        onFiles={(files) => void take(files)}
      />
      {isUnreadable && (
        <Note tone="danger" role="alert">
          The file is not UTF-8: save it as CSV UTF-8.
        </Note>
      )}
      <Refusal error={check.error} />
      {check.isPending && <p aria-live="polite">Checking the rows</p>}
      {shown && (isUnreadable || check.isError) && <p>The rows below are still those of {shown.name}.</p>}
      {leaving.status === 'blocked' ? (
        <ThrowAway onYes={leaving.proceed} onNo={leaving.reset}>
          Throw away what you corrected or typed?
        </ThrowAway>
      ) : (
        next && (
          <ThrowAway onYes={() => show(next)} onNo={() => setNext(undefined)}>
            Throw away what you corrected or typed, and take the rows of {next.name}?
          </ThrowAway>
        )
      )}
      {shown && (
        <Checked
          key={shown.id}
          csv={shown.csv}
          check={shown.check}
          onTyped={() => (isTyped.current = true)}
        />
      )}
    </Page>
  );
}

interface ThrowAwayProps {
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children: ReactNode;
}

const ThrowAway = ({ onYes, onNo, children }: ThrowAwayProps) => (
  <Note tone="attention" role="alert">
    <strong>{children}</strong>
    <span className="row">
      <Button variant="default" onClick={onYes}>
        Throw away
      </Button>
      <Button variant="default" onClick={onNo}>
        Keep it
      </Button>
    </span>
  </Note>
);

/** The text of a file; `undefined` if it has another encoding, of which `File.text` would lose letters. */
function utf8In(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

interface CheckedProps extends Pick<CheckedFile, 'csv' | 'check'> {
  readonly onTyped: () => void;
}

/** The rows of one file, with their problems. A changed cell is checked a moment later. */
function Checked({ csv, check: first, onTyped }: CheckedProps) {
  const [rows, setRows] = useState(first.rows);
  /** The rows of the last answer, their text, and the answer: they are shown and frozen together. */
  const [checked, setChecked] = useState({ rows, text: csv, check: first });
  const isChanged = checked.rows !== rows;
  const { check } = checked;
  const checking = useMutation({
    mutationFn: (text: string) => post('/api/batches/check', { body: { csv: text } }),
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const checkNow = (these: BatchCheck['rows']) => {
    clearTimeout(timer.current);
    const text = csvOf(csv, first.columns, these);
    // Given here, it is called for the latest check alone, not for one that a later check has overtaken.
    checking.mutate(text, { onSuccess: (answer) => setChecked({ rows: these, text, check: answer }) });
  };
  const change = (line: number, column: number, value: string) => {
    onTyped();
    const next = withCell(rows, line, column, value);
    setRows(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => checkNow(next), REST_MS);
  };
  return (
    <div className="split">
      <div className="stack wide">
        <Problems check={check} isChanged={isChanged} />
        <Card title="Rows" flush>
          <BatchRows
            columns={first.columns}
            rows={rows}
            problems={check.problems}
            repeated={check.repeated}
            onChange={change}
          />
        </Card>
      </div>
      <div className="stack wide">
        <BatchTotals check={check} />
        <Refusal error={checking.error} />
        {isChanged && (
          <Button variant="default" loading={checking.isPending} onClick={() => checkNow(rows)}>
            Check again
          </Button>
        )}
        <Freeze
          csv={checked.text}
          isReady={!isChanged && check.problems.length === 0 && check.totals.rows > 0}
          onTyped={onTyped}
        />
      </div>
    </div>
  );
}

/** A cell as CSV, in quotes if it holds a character that would end it. */
const cellText = (cell: string): string =>
  /[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The CSV text of rows corrected on the page, in the form of the file and on its lines, so that both are read by the same rule. */
function csvOf(file: string, columns: BatchCheck['columns'], rows: BatchCheck['rows']): string {
  const textOf = (cells: readonly string[]) => cells.map(cellText).join(delimiterOf(file)) + '\n';
  return rows.reduce((text, { line, cells }) => {
    const blank = Math.max(0, line - text.split('\n').length);
    return text + '\n'.repeat(blank) + textOf(cells);
  }, textOf(columns));
}

/** The rows with one cell changed. */
const withCell = (
  rows: BatchCheck['rows'],
  line: number,
  column: number,
  value: string,
): BatchCheck['rows'] =>
  rows.map((row) =>
    row.line === line ? { ...row, cells: Object.assign([...row.cells], { [column]: value }) } : row,
  );

interface ProblemsProps {
  readonly check: BatchCheck;
  readonly isChanged: boolean;
}

/** Most warnings shown; the table marks the lines of all. */
const WARNINGS_SHOWN = 20;

/** All problems, by line and column. */
function Problems({ check: { problems, warnings }, isChanged }: ProblemsProps) {
  const title =
    problems.length === 0 ? 'Nothing is wrong with the rows' : counted(problems.length, 'problem');
  const badge = isChanged ? <Badge tone="info">Changed since the last check</Badge> : null;
  return (
    <>
      <Card title="Problems" aside={badge} flush={problems.length > 0}>
        <p aria-live="polite" className={problems.length > 0 ? 'beside' : undefined}>
          <Badge tone={problems.length === 0 ? 'good' : 'danger'}>{title}</Badge>
        </p>
        {problems.length > 0 && (
          <DataTable label="Problems" columns={[['Line', 'amount'], 'Column', 'Problem']} dense>
            {problems.map(({ line, column, message }) => (
              <Table.Tr key={`${line} ${column} ${message}`}>
                <Table.Td className="amount">{line}</Table.Td>
                <Table.Td>
                  <code>{column}</code>
                </Table.Td>
                <Table.Td className="break">{message}</Table.Td>
              </Table.Tr>
            ))}
          </DataTable>
        )}
      </Card>
      {warnings.length > 0 && (
        <Note tone="attention">
          <strong>Look at these; they may be meant</strong>
          {warnings.slice(0, WARNINGS_SHOWN).map((warning) => (
            <span key={warning}>{warning}</span>
          ))}
          {warnings.length > WARNINGS_SHOWN && (
            <span>{warnings.length - WARNINGS_SHOWN} more like these</span>
          )}
        </Note>
      )}
    </>
  );
}

/** The totals of the rows. */
const BatchTotals = ({ check: { totals, rows } }: { readonly check: BatchCheck }) => (
  <Card title="What the rows come to">
    <p className="amount-big">{nairaText(totals.totalKobo)}</p>
    <Pairs>
      <Pair name="Rows">
        {totals.rows.toLocaleString('en-NG')}
        {totals.rows < rows.length &&
          ` of ${rows.length.toLocaleString('en-NG')}: only those without a problem`}
      </Pair>
      <Pair name="Beneficiaries">{totals.beneficiaries.toLocaleString('en-NG')}</Pair>
      <Pair name="Largest">{nairaText(totals.largestKobo)}</Pair>
    </Pairs>
  </Card>
);
