import type { Client } from '@temporalio/client';
import { stringify } from 'csv-stringify/sync';
import { rowStatuses, type RowResult } from '../domain/batch/validation-results';
import { rowsQuery, payeesQuery } from '../domain/wire/messages';
import { batchChunkId, caseId } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { answerOf } from './snapshot';
import { latestRun } from '../temporal/runs';
import { existing } from './workflow-chain';
import type { BatchResult } from '../domain/batch/stages';
import type { PayoutResult } from '../domain/payout/stages';
import { PAYEES_AT_A_TIME, type Payee } from '../domain/batch/approved-rows';

/** The result of every row; of payouts reopened or adopted since, by their latest run. @throws RequestError */
export async function batchResults(client: Client, reference: string): Promise<readonly RowResult[]> {
  const id = await existing(client, caseId('batch', reference));
  const { status, startTime } = await client.workflow.getHandle(id).describe();
  const rows = status.name === 'COMPLETED' ? await endedRows(client, id) : await rowsSoFar(client, reference);
  const later = await takenUpSince(client, startTime);
  return Promise.all(rows.map(async (row) => (later.has(idOf(row)) ? latest(client, row) : row)));
}

const idOf = ({ reference }: RowResult) => caseId('payout', reference);

const endedRows = async (client: Client, batchId: string) =>
  ((await client.workflow.getHandle(batchId).result()) as BatchResult).rows;

async function rowsSoFar(client: Client, reference: string): Promise<readonly RowResult[]> {
  const rows = await answerOf(client, caseId('batch', reference), rowsQuery);
  const known = new Map(rows.map((result) => [result.row, result]));
  for (const result of await runningRows(client, reference)) known.set(result.row, result);
  return [...known.values()];
}

/** The payouts that were reopened or adopted since an instant. Temporal's index lags a moment behind. */
async function takenUpSince(client: Client, since: Date): Promise<ReadonlySet<string>> {
  const { reopenedPayout, adoptedPayout } = workflowTypes;
  const query = `WorkflowType IN ("${reopenedPayout}", "${adoptedPayout}") AND StartTime >= "${since.toISOString()}"`;
  const found = new Set<string>();
  for await (const { workflowId } of client.workflow.list({ query })) found.add(workflowId);
  return found;
}

/** A row by the latest run of its payout. */
async function latest(client: Client, row: RowResult): Promise<RowResult> {
  const { row: number, reference, amountKobo } = row;
  const { status, type, workflowId, runId } = await client.workflow.getHandle(idOf(row)).describe();
  if (status.name === 'COMPLETED') {
    const end = (await client.workflow.getHandle(workflowId, runId).result()) as PayoutResult;
    const { status: ended, feeKobo, dutyKobo, uniqueRef, reason } = end;
    const told = { feeKobo, dutyKobo, uniqueRef, reason };
    const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
    return { row: number, reference, amountKobo, status: ended, ...known };
  }
  if (status.name !== 'RUNNING') return { ...row, status: 'UNDECIDED' };
  return { ...row, status: type === workflowTypes.reopenedPayout ? 'REOPENED' : 'STARTED' };
}

/** The rows of the running chunks; the batch itself tells those of the chunks that have ended. */
async function runningRows(client: Client, reference: string): Promise<RowResult[]> {
  const found: RowResult[] = [];
  // Ends with the first chunk that does not exist: chunks are numbered without gaps.
  for (let chunk = 1; ; chunk++) {
    const id = batchChunkId(reference, chunk);
    const described = await latestRun(client, id);
    if (!described) return found;
    if (described.status.name === 'RUNNING') found.push(...(await answerOf(client, id, rowsQuery)));
  }
}

export const RESULT_COLUMNS = [
  'row',
  'reference',
  'amountKobo',
  'status',
  'feeKobo',
  'dutyKobo',
  'uniqueRef',
  'reason',
] as const;

/** The results as CSV. Cells that a spreadsheet would run as formulas get an apostrophe. */
export const resultsCsv = (results: readonly RowResult[]): string =>
  stringify([...results], { header: true, columns: [...RESULT_COLUMNS], escape_formulas: true });

/** The meaning of a row's status; `undefined` for one that only a newer worker knows. */
export const meaningOf = (status: string): string | undefined =>
  (rowStatuses as Readonly<Record<string, string>>)[status];

/** The rows that a batch is to pay, with the names on the accounts. @throws RequestError */
export async function batchPayees(client: Client, workflowId: string): Promise<readonly Payee[]> {
  const found: Payee[] = [];
  // Ends with the first page that is not full.
  for (let isMore = true; isMore;) {
    const page = await answerOf(client, workflowId, payeesQuery, found.length);
    found.push(...page);
    isMore = page.length === PAYEES_AT_A_TIME;
  }
  return found;
}
