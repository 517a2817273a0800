import { stat } from 'node:fs/promises';
import { casesWithFolder, removeDocumentsOf, removeUploads } from './activities/documents/store';
import { programs, ConfigError, readConfig } from './config/read-config';
import { DAY_MS, HOUR_MS } from './domain/time/clock';
import { requireOwner } from './records/audit/append';
import { connectRecords, inTransaction } from './records/connection';
import { readWritersAuditKeys } from './records/audit-key-files';
import { repeatUntil } from './records/repeat-until';
import { eraseEnded, removeOrphans } from './records/retention';
import { interruption, runProgram } from './temporal/run-program';
import { createLog } from './temporal/logging';

/** A query goes through the whole audit. */
const ANSWER_WITHIN_MS = 120_000;

/** Every hour erases details and documents of cases whose retention has ended, and uploads without a loan. */
async function main(): Promise<number> {
  const ended = interruption();
  const { database, auditKey, documents, retention, log: level } = readConfig(programs.retention);
  const log = createLog(level.level);
  if ((await stat(documents.folder).catch(() => undefined))?.isDirectory() !== true)
    throw new ConfigError([`The document store ${documents.folder} is not there: set DOCUMENTS_DIR`]);
  const keys = readWritersAuditKeys(auditKey.keyFile);
  const owner = connectRecords(database.ownerUrl ?? database.url, ANSWER_WITHIN_MS);
  await inTransaction(owner, requireOwner);
  const retained = {
    owner,
    keys,
    documents: {
      list: () => casesWithFolder(documents.folder),
      remove: (reference: string) => removeDocumentsOf(documents.folder, reference),
      removeUploads: (reference: string, before: Date) => removeUploads(documents.folder, reference, before),
    },
  };
  const erase = async () => {
    const before = new Date(Date.now() - retention.days * DAY_MS).toISOString();
    const { cases, details, documents: removed, left } = await eraseEnded(retained, before);
    if (cases > 0) log.info(`Erased ${details} details and ${removed} documents of ${cases} ended cases`);
    const orphans = await removeOrphans(retained);
    if (orphans > 0) log.info(`Removed ${orphans} documents of loans that never began`);
    for (const { caseId, why } of left) log.warn(`Nothing of ${caseId} was erased: ${why}`);
  };
  const failed = (error: unknown) =>
    log.error(`What the policy keeps no longer could not be erased: ${String(error)}`);
  log.info(`Erasing what ended more than ${retention.days} days ago, every hour`);
  await repeatUntil(ended, HOUR_MS, () => erase().catch(failed));
  await owner.end();
  return ended;
}

runProgram(main);
