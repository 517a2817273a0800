/**
 * Temporal appends the instant at which a schedule starts a workflow to its id. References have no colons, so
 * such a case's reference has dots instead, as in `nightly-2026-11-24T02.00.00Z`.
 */
const INSTANT_IN_REFERENCE = /(T\d\d)\.(\d\d)\.(\d\dZ)$/;
const INSTANT_IN_ID = /(T\d\d):(\d\d):(\d\dZ)$/;

/** The id of the workflow of a case, by the noun and the reference of the case; ids hold nothing personal. */
export const caseId = (noun: string, reference: string): string =>
  `${noun}:${noun === 'reconciliation' ? reference.replace(INSTANT_IN_REFERENCE, '$1:$2:$3') : reference}`;

export const scheduleIds = { missedEvents: 'missed-events', reconciliation: 'reconciliation' } as const;

/** The workflows that schedules start; Temporal appends the instant of the start to the id. */
export const scheduledIds = {
  missedEvents: 'missed-events',
  reconciliation: 'reconciliation:nightly',
} as const;
export const scheduledWorkflows: readonly string[] = Object.values(scheduledIds);

/** The id of the workflow of a chunk, from 1 on. By it payouts know that a batch has started them. */
export const batchChunkId = (batchReference: string, chunk: number): string =>
  `${caseId('batch', batchReference)}:chunk-${chunk}`;

/** The id of the batch that a chunk belongs to, by the chunk's id; `undefined` for any other id. */
export const batchOfChunk = (workflowId: string): string | undefined =>
  /^(batch:[^:]+):chunk-\d+$/.exec(workflowId)?.[1];

/** The kind and the reference of a case, by its workflow's id; empty for any other id. */
export function caseOf(workflowId: string): { readonly kind: string; readonly reference: string } {
  const [, kind = '', reference = ''] = /^([a-z]+):(.+)$/s.exec(workflowId) ?? [];
  return { kind, reference: reference.replace(INSTANT_IN_ID, '$1.$2.$3') };
}
