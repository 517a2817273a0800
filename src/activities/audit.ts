import { ApplicationFailure } from '@temporalio/common';
import type { AuditHead } from '../domain/case/audit';
import { RECORDS_UNAVAILABLE } from '../domain/wire/failure-types';
import type { CaseEntries } from '../records/audit/append';
import type { Records } from '../records/records';
import { ownRun } from './authority/acceptor';

/** Write the audit of the case of the workflow that asks, which runs our own code: no case writes for another. */
export const createAuditActivities = (records: Records | undefined) => ({
  /** Stores new entries. @returns the head of the audit now; `undefined` if no records are kept */
  async recordAudit({ entries, known }: Omit<CaseEntries, 'caseId'>): Promise<AuditHead | undefined> {
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
