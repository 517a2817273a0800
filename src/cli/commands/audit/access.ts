import type { Pool } from 'pg';
import { RequestError, refusal, wrongUse } from '../../../cases/request-error';
import { ConfigError, readConfig } from '../../../config/read-config';
import { ErasureRoleError } from '../../../records/audit/erasure';
import type { AuditKeys } from '../../../records/audit/keys';
import { readAuditKeys } from '../../../records/audit-key-files';
import { KeyFileError } from '../../../secrets/key-file';
import { CheckpointError } from '../../../records/checkpoints/signer';
import { connectRecords, reasonOf, UnreachableRecordsError } from '../../../records/connection';
import { MigrationError } from '../../../records/migrations';

/** Uses the database of the records. @throws UnreachableRecordsError */
export async function withRecords<R>(use: (pool: Pool) => Promise<R>): Promise<R> {
  const pool = connectRecords(readConfig(['database']).database.url);
  try {
    await pool.query('SELECT 1').catch((error: unknown) => {
      throw new UnreachableRecordsError(reasonOf(error));
    });
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** The audit's keys, where this person has them: who only reads need not. */
export function auditKeysIfAny(): AuditKeys | undefined {
  try {
    return readAuditKeys(readConfig(['auditKey']).auditKey.keyFile);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** Says what a person can mend in a sentence. @throws RequestError */
export async function told(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UnreachableRecordsError) throw new RequestError('unreachable', error.message);
    if (error instanceof KeyFileError || error instanceof ErasureRoleError) throw wrongUse(error.message);
    if (error instanceof CheckpointError || error instanceof MigrationError) throw refusal(error.message);
    throw error;
  }
}
