import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { RowResult } from '../domain/batch/validation-results';
import { rowsQuery } from '../domain/wire/messages';
import { batchChunkId, workflowIds } from '../domain/wire/workflow-ids';
import type { BatchResult } from '../workflows/results';
import { existing } from './workflow-chain';

/** What has become of every row, by the batch and by those of its chunks that still run. @throws RequestError */
export async function batchResults(client: Client, reference: string): Promise<readonly RowResult[]> {
  const batch = client.workflow.getHandle(await existing(client, workflowIds.batch(reference)));
  const { status } = await batch.describe();
  if (status.name === 'COMPLETED') return ((await batch.result()) as BatchResult).rows;
  const known = new Map((await batch.query(rowsQuery)).map((result) => [result.row, result]));
  for (const result of await runningRows(client, reference)) known.set(result.row, result);
  return [...known.values()];
}

async function runningRows(client: Client, reference: string): Promise<RowResult[]> {
  const found: RowResult[] = [];
  // Ends with the first chunk that does not exist: chunks are numbered without gaps.
  for (let chunk = 1; ; chunk++) {
    const rows = await rowsOfChunk(client, batchChunkId(reference, chunk));
    if (!rows) return found;
    found.push(...rows);
  }
}

/** The rows of a chunk that still runs, none of a chunk that has ended; nothing where there is no such chunk. */
async function rowsOfChunk(client: Client, workflowId: string): Promise<RowResult[] | undefined> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const isRunning = (await handle.describe()).status.name === 'RUNNING';
    return isRunning ? await handle.query(rowsQuery) : [];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
