import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import type { DocumentReference } from '../../domain/loan/documents';

/** One run of a workflow. */
interface Run {
  readonly workflowId: string;
  readonly runId: string;
}

/** Every value in the history of a run that can be read with the keys of this client. */
export async function valuesOf(client: Client, { workflowId, runId }: Run): Promise<readonly unknown[]> {
  const { namespace, loadedDataConverter } = client.options;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const values: unknown[] = [];
  for (const payload of payloadsIn(await client.workflow.getHandle(workflowId, runId).fetchHistory()))
    values.push(...(await decodeArrayFromPayloads(loadedDataConverter, [payload], owner).catch(() => [])));
  return values;
}

function payloadsIn(part: unknown): Payload[] {
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return [];
  return isPayload(part) ? [part] : Object.values(part).flatMap(payloadsIn);
}

const isPayload = (part: object): part is Payload =>
  'metadata' in part && 'data' in part && part.data instanceof Uint8Array;

/** The documents that a value names, however deep. */
export function documentsIn(value: unknown): DocumentReference[] {
  if (typeof value !== 'object' || value === null) return [];
  const { path, sha256 } = value as { path?: unknown; sha256?: unknown };
  const own = typeof path === 'string' && typeof sha256 === 'string' ? [{ path, sha256 }] : [];
  return [...own, ...Object.values(value).flatMap(documentsIn)];
}
