import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { RequestError } from '../../cases/request-error';
import { readConfig } from '../../config';
import { entriesOf } from '../../records/audit/read';
import { AuditKeyError } from '../../records/audit/keys';
import { ExportFile } from '../../records/checkpoints/export-file';
import { CheckpointError, exportMissing } from '../../records/checkpoints/signer';
import { connectRecords, reasonOf, UnreachableRecordsError } from '../../records/connection';
import { createAuditKeys, readAuditKeys, readSignerKey } from '../../records/key-files';
import { migrate, MigrationError } from '../../records/migrations';
import { verify } from '../../records/verify';
import { examples } from '../command-line';
import { print, printResult } from '../terminal';
import { auditEntriesView, verificationView } from '../views/audit';

/** Adds `audit show`, `audit verify`, `audit export`, `audit create-keys` and `audit migrate`. */
export function addAudit(program: Command): void {
  const group = program
    .command('audit')
    .description('The audit of all cases: who did what, kept in PostgreSQL and protected against change.')
    .addHelpText('after', examples('audit show payout:PY-2026-0001', 'audit verify --head checkpoints.txt'));
  addShow(group);
  addVerify(group);
  group
    .command('export')
    .description('Add to a file every signed head that it lacks.')
    .requiredOption('--to <file>', 'the file; it is made when it is not there')
    .action(({ to }) => told(() => exportTo(to)));
  group
    .command('create-keys')
    .description('Make the keys of the audit: one for the workers, one for the signer, and its public part.')
    .argument('<folder>', 'where to write them, readable for you alone')
    .action((folder) => told(async () => print(Object.values(await createAuditKeys(folder)).join('\n'))));
  group
    .command('migrate')
    .description(
      'Bring the tables up to date, as the role of DATABASE_MIGRATION_URL. Workers do so as they start.',
    )
    .action(() =>
      told(async () => {
        const applied = await migrate(readConfig(['database']).database);
        print(applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`);
      }),
    );
}

function addShow(group: Command): void {
  group
    .command('show')
    .description('Show the audit of one case, oldest first.')
    .argument('<case>', 'its workflow id, for example payout:PY-2026-0001')
    .option('--json', 'print the entries as JSON')
    .action((caseId, { json }) =>
      told(async () => {
        const entries = await withRecords((pool) => entriesOf(pool, caseId));
        if (entries.length === 0) throw new RequestError('refused', `The audit has no case ${caseId}.`);
        printResult(json, entries, () => auditEntriesView(entries));
      }),
    );
}

function addVerify(group: Command): void {
  group
    .command('verify')
    .description(
      'Check every entry and every signed head. Ends with 1 where something was changed or is missing.',
    )
    .option('--head <file>', 'the signed heads as they were exported: shows what the database alone cannot')
    .option('--json', 'print what was found as JSON')
    .action(({ head, json }) =>
      told(async () => {
        const { auditKey, auditSigner } = readConfig(['auditKey', 'auditSigner']);
        const keys = await readAuditKeys(auditKey.keyFile);
        const signer = await readSignerKey(auditSigner.keyFile);
        const exported = head === undefined ? undefined : await exportedIn(head);
        const found = await withRecords((pool) => verify({ pool, keys, signer, exported }));
        printResult(json, found, () => verificationView(found));
        if (found.problems.length > 0)
          throw new RequestError('refused', `${found.problems.length} problems were found.`);
      }),
    );
}

async function exportedIn(path: string): Promise<readonly string[]> {
  const { lines } = await ExportFile.open(path);
  if (lines.length === 0) throw new RequestError('usage', `${path} holds no signed head.`);
  return lines;
}

async function exportTo(path: string): Promise<void> {
  const key = await readSignerKey(readConfig(['auditSigner']).auditSigner.keyFile);
  const file = await ExportFile.open(path);
  const count = await withRecords((pool) => exportMissing(pool, key, file));
  print(`${count} checkpoints were added; the file has ${file.lines.length}.`);
}

async function withRecords<R>(use: (pool: Pool) => Promise<R>): Promise<R> {
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

/** Says what a person can mend in a sentence. @throws RequestError */
async function told(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof UnreachableRecordsError) throw new RequestError('unreachable', error.message);
    if (error instanceof AuditKeyError) throw new RequestError('usage', error.message);
    if (error instanceof CheckpointError || error instanceof MigrationError)
      throw new RequestError('refused', error.message);
    throw error;
  }
}
