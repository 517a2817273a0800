import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAuditKey, writersKeysIn } from '../../src/records/audit/keys';
import { openRecords, type Records } from '../../src/records/records';
import { startPostgres } from '../../stack/postgres/server';

/** With a database of the records, in a PostgreSQL of its own. */
export async function withRecords<R>(use: (records: Records) => Promise<R>): Promise<R> {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  const postgres = await startPostgres(folder);
  await postgres.createDatabase('records');
  const roles = { url: postgres.programUrl('records'), ownerUrl: postgres.ownerUrl('records') };
  const records = openRecords(roles, writersKeysIn(newAuditKey().line, 'audit.key'));
  try {
    await records.prepare();
    return await use(records);
  } finally {
    await records.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
