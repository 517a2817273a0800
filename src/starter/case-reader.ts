import type { Client } from '@temporalio/client';
import type { CaseFile } from '../domain/case-file';

/** A worker answers within this time, or there is none. */
const ANSWER_WITHIN_MS = 5_000;

/** Reads the case of a workflow, running or ended. A worker must be there to answer. */
export function readCase(client: Client, workflowId: string, signal?: AbortSignal): Promise<CaseFile> {
  const patience = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return client.withAbortSignal(signal ? AbortSignal.any([signal, patience]) : patience, () =>
    client.workflow.getHandle(workflowId).query<CaseFile>('case'),
  );
}
