import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { refusal, wrongUse } from '../../cases/request-error';
import { readConfig } from '../../config/read-config';
import { entriesOf, type ReadEntry } from '../../records/audit/read';
import { isWhole } from '../../records/audit/row';
import { ExportFile, exportMissing, RESTORE } from '../../records/checkpoints/signer';
import { createAuditKeys, readAuditKeys, readSignerKey } from '../../records/audit-key-files';
import { connectRecords, firstAnswer, isNotPermitted } from '../../records/connection';
import { migrate } from '../../records/migrations';
import { examples, columns, print, printResult, section } from '../terminal';
import { verify, type Verification } from '../../records/verify';

export function addAudit(program: Command): void {
  const group = program
    .command('audit')
    .description('The audit of all cases: who did what, kept in PostgreSQL and protected against change.')
    .addHelpText('after', examples('audit show payout:PO-2026-0001', 'audit verify --head checkpoints.txt'));
  addShow(group);
  addVerify(group);
  group
    .command('export')
    .description('Add to a file every signed head that it lacks.')
    .requiredOption('--to <file>', 'the file; it is made when it is not there')
    .action(async ({ to }) => {
      const key = await readSignerKey(readConfig(['auditSigner']).auditSigner.keyFile);
      const file = await ExportFile.open(to);
      const count = await withRecords((pool) => exportMissing(pool, key, file));
      print(`${count} checkpoints were added; the file has ${file.lines.length}.`);
    });
  group
    .command('create-keys')
    .description(
      'Make the keys of the audit: one for the workers, one for the signer, and the public part of each.',
    )
    .argument('<folder>', 'where to write them, readable for you alone')
    .action(async (folder) => print(Object.values(await createAuditKeys(folder)).join('\n')));
  group
    .command('migrate')
    .description(
      'Bring the tables up to date, as the role of DATABASE_MIGRATION_URL. Workers do so as they start.',
    )
    .action(async () => {
      const applied = await migrate(readConfig(['database']).database);
      print(applied.length === 0 ? 'The tables are up to date.' : `Applied: ${applied.join(', ')}.`);
    });
}

function addShow(group: Command): void {
  group
    .command('show')
    .description('Show the audit of one case, oldest first.')
    .argument('<case>', 'its workflow id, for example payout:PO-2026-0001')
    .option('--json', 'print the entries as JSON')
    .action(async (caseId, { json }) => {
      const entries = await withRecords((pool) => entriesOf(pool, caseId));
      if (entries.length === 0) throw refusal(`The audit has no case ${caseId}.`);
      // Reading needs no keys: whoever has them also sees which entries no worker has written.
      const { keyFile } = readConfig(['auditor']).auditor;
      const keys = keyFile === undefined ? undefined : readAuditKeys(keyFile);
      const shown = entries.map((entry) => ({
        ...entry,
        ...(keys && !isWhole(entry, keys) && { isForeign: true as const }),
      }));
      printResult(json, shown, auditEntriesView);
    });
}

function addVerify(group: Command): void {
  group
    .command('verify')
    .description(
      'Check every entry and every signed head. Ends with 1 where something was changed or is missing.',
    )
    .option('--head <file>', 'the signed heads as they were exported: shows what the database alone cannot')
    .option('--json', 'print what was found as JSON')
    .action(async ({ head, json }) => {
      const { auditKey, auditSigner } = readConfig(['auditKey', 'auditSigner']);
      const keys = readAuditKeys(auditKey.keyFile);
      const signer = await readSignerKey(auditSigner.keyFile);
      const exported = head === undefined ? undefined : await exportedIn(head);
      const found = await withRecords((pool) => verify({ pool, keys, signer, exported }));
      printResult(json, found, verificationView);
      if (found.problems.length > 0)
        throw refusal(`${found.problems.length} problems: docs/AUDIT.md says what to do.`);
    });
}

async function exportedIn(path: string): Promise<readonly string[]> {
  const { lines } = await ExportFile.open(path);
  if (lines.length === 0) throw wrongUse(`${path} is missing or empty: ${RESTORE}.`);
  return lines;
}

/** Entries as lines; `isForeign` if the audit's keys show that no worker has written it. */
function auditEntriesView(entries: readonly (ReadEntry & { readonly isForeign?: true })[]): string {
  const lines = entries.map(({ sequence, at, kind, what, role, actor, detail, isForeign }) => [
    String(sequence),
    at,
    `${isForeign ? 'NOT WRITTEN BY A WORKER: ' : ''}${kind} ${what}`,
    [role, actor].filter(Boolean).join(' '),
    detail ? detail.content : '',
  ]);
  return columns([['', 'AT', 'WHAT', 'WHO', 'DETAIL'], ...lines]).join('\n');
}

function verificationView({ problems, unsigned, unexported, ...found }: Verification): string {
  const { entries, cases, checkpoints, reliedOn } = found;
  const lines = problems.map(({ caseId, sequence, problem }) =>
    [caseId, sequence && `entry ${sequence}`, problem].filter(Boolean).join(': '),
  );
  return [
    `Checked ${entries} entries of ${cases} cases and ${checkpoints} signed checkpoints; relied on ${reliedOn}.`,
    unsigned > 0 && `${unsigned} entries are not signed yet.`,
    unexported > 0 && `The file lacks ${unexported} of them: for these the database alone vouches.`,
    problems.length === 0 && 'Nothing was changed, and nothing is missing.',
    section('PROBLEMS', lines),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Opens the records' database for a function, which needs this role. @throws UnreachableRecordsError, RequestError */
export async function withRecords<R>(
  use: (pool: Pool) => Promise<R>,
  whose: 'an auditor' | 'the desk' = 'an auditor',
): Promise<R> {
  const pool = connectRecords(readConfig(['database']).database.url);
  try {
    await firstAnswer(() => pool.query('SELECT 1'));
    return await use(pool);
  } catch (error) {
    if (!isNotPermitted(error)) throw error;
    throw refusal(
      `This needs the database role of ${whose}: run it with ${whose}'s environment (${error.message}).`,
    );
  } finally {
    await pool.end();
  }
}
