import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { AuditEntry, AuditHead } from '../domain/case/audit';
import { RECORDS_UNAVAILABLE } from '../domain/wire/failure-types';
import type { Records } from '../records/records';

/** Entries that a case has not heard to be stored, and how far it knows its audit to go. */
interface UnstoredEntries {
  readonly entries: readonly AuditEntry[];
  readonly known?: AuditHead | undefined;
}

/** Writing down for good what has happened in a case. */
export interface AuditActivities {
  /** Stores entries; those that are stored already change nothing. Nothing comes back where no records are kept. */
  recordAudit(unstored: UnstoredEntries): Promise<AuditHead | undefined>;
}

/** The case is that of the workflow that asks: it cannot write for another. */
export const createAuditActivities = (records: Records | undefined): AuditActivities => ({
  async recordAudit({ entries, known }) {
    if (!records) return undefined;
    const caseId = Context.current().info.workflowExecution?.workflowId ?? '';
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
