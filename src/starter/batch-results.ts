import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import { stringify } from 'csv-stringify/sync';
import { rowStatuses, type RowResult, type RowStatus } from '../domain/batch-register';
import { nairaText } from '../domain/money';
import { batchSliceId, workflowIds } from '../domain/references';
import type { BatchResult } from '../workflows/results';
import { rows as columns } from './case-view';

const COLUMNS = ['row', 'reference', 'amountKobo', 'status', 'feeKobo', 'uniqueRef', 'reason'] as const;

/** What has become of every row, by the batch and by those of its slices that still run. */
export async function batchResults(client: Client, reference: string): Promise<readonly RowResult[]> {
  const batch = client.workflow.getHandle(workflowIds.batch(reference));
  const { status } = await batch.describe();
  if (status.name === 'COMPLETED') return ((await batch.result()) as BatchResult).rows;
  const known = new Map((await batch.query<RowResult[]>('rows')).map((result) => [result.row, result]));
  for (const result of await runningRows(client, reference)) known.set(result.row, result);
  return [...known.values()];
}

async function runningRows(client: Client, reference: string): Promise<RowResult[]> {
  const found: RowResult[] = [];
  for (let slice = 1; ; slice++) {
    const handle = client.workflow.getHandle(batchSliceId(reference, slice));
    try {
      if ((await handle.describe()).status.name === 'RUNNING')
        found.push(...(await handle.query<RowResult[]>('rows')));
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return found;
      throw error;
    }
  }
}

/** The results as CSV. Cells that a spreadsheet would run as formulas get an apostrophe. */
export const resultsCsv = (results: readonly RowResult[]): string =>
  stringify([...results], { header: true, columns: [...COLUMNS], escape_formulas: true });

/** Rows shown one by one to a person. */
const SHOWN_MAX = 40;

/** The results for people: how many of which kind, and the rows that are not paid. */
export function resultsText(results: readonly RowResult[]): string {
  const unpaid = results.filter(({ status }) => status !== 'SUCCESS');
  const lines = unpaid
    .slice(0, SHOWN_MAX)
    .map(({ row, reference, amountKobo, status, reason = '' }) => [
      `row ${row}`,
      reference,
      nairaText(amountKobo),
      status,
      reason,
    ]);
  const more = unpaid.length - lines.length;
  const end = more > 0 ? [`and ${more} more; --csv and --json have all`] : [];
  return [...columns(sums(results)), '', ...columns(lines), ...end].join('\n').trimEnd();
}

const sums = (results: readonly RowResult[]) =>
  (Object.keys(rowStatuses) as RowStatus[]).flatMap((status) => {
    const those = results.filter((result) => result.status === status);
    const totalKobo = those.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    return those.length === 0
      ? []
      : [[status, String(those.length), nairaText(totalKobo), rowStatuses[status]]];
  });
