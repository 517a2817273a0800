import { Button, NativeSelect, Progress, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchProgress, BatchResults } from '../../../../src/desk/contract';
import { addressOf } from '../../api/client';
import { batchProgressQuery, batchResultsQuery } from '../../api/queries';
import { nairaText } from '../../format/money';
import { durationText } from '../../format/time';
import { counted, spoken } from '../../format/words';
import { Badge, Card, DataTable } from '../../parts/frames';
import { Loaded } from '../../parts/loaded';
import { CaseLink } from '../../parts/case-link';

/** Rows that are shown at once; the CSV has all of them. */
const SHOWN = 200;

/** How far a batch is, and what has become of its rows. */
export default function BatchPart({ reference }: { readonly reference: string }) {
  const progress = useQuery(batchProgressQuery(reference));
  const results = useQuery(batchResultsQuery(reference));
  const csv = (
    <Button
      size="xs"
      variant="default"
      component="a"
      href={addressOf('/api/batches/:reference/results.csv', { params: { reference } })}
      download
    >
      Results as CSV
    </Button>
  );
  return (
    <>
      <Card title="Progress">
        <Loaded query={progress} what="Progress">
          {(known) => <Counts progress={known} />}
        </Loaded>
      </Card>
      <Card title="Results" aside={csv} flush>
        <Loaded query={results} what="Results">
          {(known) => <Results results={known} />}
        </Loaded>
      </Card>
    </>
  );
}

const Counts = ({ progress: { counts, total, done, secondsLeft } }: { readonly progress: BatchProgress }) => (
  <div className="stack tight">
    <Progress aria-label="Progress" value={(100 * done) / Math.max(total, 1)} />
    <p>
      {`${done.toLocaleString('en-NG')} of ${counted(total, 'row')} have their result`}
      {secondsLeft !== undefined &&
        done < total &&
        `, about ${durationText(secondsLeft * 1_000)} left, as the rate limit allows`}
    </p>
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
  return status === 'STARTED' ? 'info' : 'plain';
}

function Results({ results: { rows, counts } }: { readonly results: BatchResults }) {
  const [status, setStatus] = useState('');
  const those = status === '' ? rows : rows.filter((row) => row.status === status);
  const choices = Object.keys(counts).map((value) => ({ value, label: spoken(value) }));
  return (
    <>
      <div className="row beside">
        <NativeSelect
          size="xs"
          aria-label="Status"
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
          data={[{ value: '', label: 'All' }, ...choices]}
        />
      </div>
      <DataTable
        label="Rows of the batch"
        columns={[['Row', 'amount'], 'Reference', ['Amount', 'amount'], 'Status', 'Reason']}
        dense
      >
        {those.slice(0, SHOWN).map((row) => (
          <ResultRow key={row.row} row={row} />
        ))}
      </DataTable>
      {those.length > SHOWN && (
        <p className="beside soft">{counted(those.length - SHOWN, 'row')} more; the CSV has all of them.</p>
      )}
    </>
  );
}

/** Statuses of rows whose payout is a case of its own. */
const STARTED = ['STARTED', 'SUCCESS', 'FAILED', 'REVERSED', 'UNDECIDED'];

const ResultRow = ({ row }: { readonly row: BatchResults['rows'][number] }) => (
  <Table.Tr>
    <Table.Td className="amount">{row.row}</Table.Td>
    <Table.Th scope="row">
      {STARTED.includes(row.status) ? <CaseLink kind="payout" reference={row.reference} /> : row.reference}
    </Table.Th>
    <Table.Td className="amount">{nairaText(row.amountKobo)}</Table.Td>
    <Table.Td>
      <Badge tone={toneOf(row.status)}>{spoken(row.status)}</Badge>
      <span className="second">{row.about}</span>
    </Table.Td>
    <Table.Td className="break">{row.reason}</Table.Td>
  </Table.Tr>
);
