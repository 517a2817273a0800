import { Checkbox, NativeSelect, Progress, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rowNumbersText } from '../../../../src/domain/batch/row-numbers';
import type { BatchPayees, BatchProgress, BatchResults, OfferedCommand } from '../../../../src/desk/contract';
import { batchPayeesQuery, batchProgressQuery, batchResultsQuery, caseQuery } from '../../api/queries';
import { useCaseView } from '../../app/page-address';
import { CommandDialog, withValue } from '../../commands/command-dialog';
import { Download } from '../../parts/download';
import { nairaText } from '../../format/money';
import { counted, inWords, spoken } from '../../format/words';
import { Badge, Card, CommandButton, DataTable } from '../../parts/frames';
import { textOf } from '../../parts/input-props';
import { Loaded } from '../../parts/loaded';
import { CaseLink } from '../../parts/case-link';
import Payees, { QuestionedPayee } from '../../parts/payees';

/** Most rows shown at once; the CSV has all of them. */
const SHOWN = 200;

/** The progress of a batch, and the outcomes of its rows. */
export default function BatchPart({ reference }: { readonly reference: string }) {
  const progress = useQuery(batchProgressQuery(reference));
  const results = useQuery(batchResultsQuery(reference));
  const { data: shown } = useQuery(caseQuery('batch', reference));
  const digest = shown?.approvals.find(({ what }) => what === 'case')?.digest;
  const payees = useQuery(batchPayeesQuery(reference, digest)).data?.rows ?? [];
  const csv = (
    <Download size="xs" path="/api/batches/:reference/results.csv" params={{ reference }}>
      Results as CSV
    </Download>
  );
  return (
    <>
      <Card title="Progress">
        <Loaded query={progress} what="Progress">
          {(known) => (
            <Counts progress={{ ...known, ...(results.data && { counts: results.data.counts }) }} />
          )}
        </Loaded>
      </Card>
      {digest === undefined && <Payees reference={reference} digest={digest} />}
      <Card title="Results" aside={csv} flush>
        <Loaded query={results} what="Results">
          {(known) => <Results results={known} payees={payees} />}
        </Loaded>
      </Card>
    </>
  );
}

const Counts = ({ progress: { counts, total, done } }: { readonly progress: BatchProgress }) => (
  <div className="stack tight">
    <Progress aria-label="Progress" value={(100 * done) / Math.max(total, 1)} />
    <p>{`${done.toLocaleString('en-NG')} of ${counted(total, 'row')} have their result`}</p>
    <div className="row">
      {Object.entries(counts).map(([status, count]) => (
        <Badge key={status} tone={toneOf(status)}>
          {spoken(status)} {count.toLocaleString('en-NG')}
        </Badge>
      ))}
    </div>
  </div>
);

function toneOf(status: string) {
  if (status === 'SUCCESS') return 'good';
  if (['FAILED', 'REVERSED', 'REFERENCE_USED', 'UNDECIDED'].includes(status)) return 'danger';
  if (status === 'QUESTION') return 'attention';
  return status === 'STARTED' ? 'info' : 'plain';
}

interface ResultsProps {
  readonly results: BatchResults;
  readonly payees: BatchPayees['rows'];
}

function Results({ results: { reference, rows, counts }, payees }: ResultsProps) {
  const [status, setStatus] = useState('');
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [text, setText] = useState(useCaseView().find ?? '');
  const choices = Object.keys(counts).map((value) => ({ value, label: spoken(value) }));
  const byRow = new Map(payees.map((payee) => [payee.row, payee]));
  const words = wordsOf(text);
  const ofStatus = rows.filter((row) => status === '' || row.status === status);
  const fitting = (how: 'every' | 'some') =>
    ofStatus.filter((row) => words[how]((word) => textOfRow(row, byRow.get(row.row)).includes(word)));
  // The search finds a batch whose rows have the words between them.
  const whole = fitting('every');
  const those = whole.length > 0 ? whole : fitting('some');
  const undecided = rows.filter((row) => OPEN.includes(row.status)).map(({ row }) => row);
  const tick = (row: number) =>
    setTicked((all) => (all.includes(row) ? all.filter((one) => one !== row) : [...all, row]));
  return (
    <>
      <div className="row beside">
        <NativeSelect
          size="xs"
          aria-label="Status"
          value={status}
          onChange={textOf(setStatus)}
          data={[{ value: '', label: 'All' }, ...choices]}
        />
        <TextInput
          size="xs"
          type="search"
          aria-label="Find a row"
          placeholder="Reference, name, account, amount"
          value={text}
          onChange={textOf(setText)}
        />
        <RowCommands reference={reference} rows={undecided.filter((row) => ticked.includes(row))} />
      </div>
      {whole.length === 0 && those.length > 0 && (
        <p className="beside soft" role="status">
          No single row has all of these words. These rows have one of them, or more:
        </p>
      )}
      <DataTable
        label="Rows of the batch"
        className="cards"
        columns={[['Row', 'amount'], 'Reference', ['Amount', 'amount'], 'Status', 'Reason']}
        dense
      >
        {those.slice(0, SHOWN).map((row) => (
          <ResultRow
            key={row.row}
            row={row}
            payee={byRow.get(row.row)}
            isTicked={ticked.includes(row.row)}
            onTick={() => tick(row.row)}
          />
        ))}
      </DataTable>
      {those.length === 0 && <p className="beside soft">No row fits.</p>}
      {those.length > SHOWN && (
        <p className="beside soft">{counted(those.length - SHOWN, 'row')} more; the CSV has all of them.</p>
      )}
    </>
  );
}

type Row = BatchResults['rows'][number];
type Payee = BatchPayees['rows'][number];

/** The texts by which a row is found; the amount with and without commas. */
const textOfRow = (row: Row, payee: Payee | undefined): string =>
  [
    ...[row.reference, nairaText(row.amountKobo), String(row.amountKobo / 100)],
    ...[payee?.givenName, payee?.resolvedName, payee?.account],
  ]
    .join(' ')
    .toLowerCase();

/** The words to find; of an account its end, because not everybody sees accounts whole. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\b\d{6}(\d{4})\b/g, '$1')
    .split(/\s+/)
    .filter((word) => word !== '');

interface RowCommandsProps {
  readonly reference: string;
  readonly rows: readonly number[];
}

/** The commands on ticked rows: those with a field for rows, filled in with these. */
function RowCommands({ reference, rows }: RowCommandsProps) {
  const { data: shown } = useQuery(caseQuery('batch', reference));
  // An open form stays with its rows, also once the batch has moved on.
  const [opened, setOpened] = useState<OfferedCommand>();
  if (!shown) return null;
  const offered = shown.commands.filter(
    ({ allowed, fields }) => allowed && fields.some(({ kind }) => kind === 'rows'),
  );
  const { allowed = false, whyNot } = shown.commands.find(({ name }) => name === opened?.name) ?? {};
  return (
    <>
      {rows.length > 0 &&
        offered.map((command) => (
          <CommandButton
            key={command.name}
            variant="default"
            onClick={() => setOpened(withValue(command, 'rows', rowNumbersText(rows)))}
          >
            {`${command.summary}: ${counted(rows.length, 'row')}`}
          </CommandButton>
        ))}
      {opened && (
        <CommandDialog
          target={{ kind: 'batch', reference, stage: shown.stage }}
          command={{ ...opened, allowed, ...(whyNot !== undefined && { whyNot }) }}
          documents={[]}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Statuses of rows whose payout is a case of its own. */
const STARTED = ['STARTED', 'SUCCESS', 'FAILED', 'REVERSED', 'REOPENED', 'UNDECIDED'];
/** Statuses of rows that people may still decide about. */
const OPEN = ['READY', 'QUESTION'];

interface ResultRowProps {
  readonly row: Row;
  readonly payee: Payee | undefined;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}

const ResultRow = ({ row, payee, isTicked, onTick }: ResultRowProps) => (
  <Table.Tr>
    <Table.Td className="amount">
      {OPEN.includes(row.status) ? (
        <Checkbox
          size="xs"
          label={row.row}
          aria-label={`Row ${row.row}`}
          checked={isTicked}
          onChange={onTick}
        />
      ) : (
        row.row
      )}
    </Table.Td>
    <Table.Th scope="row">
      {STARTED.includes(row.status) ? <CaseLink kind="payout" reference={row.reference} /> : row.reference}
      <span className="second">{payee?.resolvedName ?? payee?.givenName ?? row.name}</span>
    </Table.Th>
    <Table.Td className="amount">{nairaText(row.amountKobo)}</Table.Td>
    <Table.Td>
      <Badge tone={toneOf(row.status)}>{spoken(row.status)}</Badge>
      <span className="second">{row.about}</span>
    </Table.Td>
    <Table.Td className="break">
      {row.reason !== undefined && inWords(row.reason)}
      {row.status === 'QUESTION' && payee && <QuestionedPayee payee={payee} />}
    </Table.Td>
  </Table.Tr>
);
