import { ApplicationFailure } from '@temporalio/common';
import type { AuditEntry, AuditHead } from '../domain/case/audit';
import { RECORDS_UNAVAILABLE } from '../domain/wire/failure-types';
import type { Records } from '../records/records';
import { ownRun } from './authority/acceptor';

/** Entries that a case has not heard to be stored, and how far it knows its audit to go. */
interface UnstoredEntries {
  readonly entries: readonly AuditEntry[];
  readonly known?: AuditHead | undefined;
}

/**
 * Writing down for good what has happened in a case. The case is that of the workflow that asks, which runs our own code:
 * no case writes for another.
 */
export const createAuditActivities = (records: Records | undefined) => ({
  /** Stores entries; those that are stored already change nothing. Answers how far the audit goes now; `undefined` if no records are kept. */
  async recordAudit({ entries, known }: UnstoredEntries): Promise<AuditHead | undefined> {
    const { workflowId: caseId } = ownRun();
    if (!records) return undefined;
    try {
      return await records.append({ caseId, entries, known });
    } catch (error) {
      throw ApplicationFailure.create({
        type: RECORDS_UNAVAILABLE,
        message: `The audit was not written: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  },
});

export type AuditActivities = ReturnType<typeof createAuditActivities>;
