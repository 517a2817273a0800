import type { Command } from '@commander-js/extra-typings';
import { RequestError } from '../../../cases/request-error';
import { readConfig } from '../../../config';
import { entriesOf } from '../../../records/audit/read';
import { isWhole } from '../../../records/audit/row';
import { ExportFile } from '../../../records/checkpoints/export-file';
import { exportMissing } from '../../../records/checkpoints/signer';
import { createAuditKeys, readSignerKey } from '../../../records/key-files';
import { migrate } from '../../../records/migrations';
import { examples } from '../../command-line';
import { print, printResult } from '../../terminal';
import { auditEntriesView } from '../../views/audit';
import { auditKeysIfAny, told, withRecords } from './access';
import { addVerify } from './verify';

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
    .description(
      'Make the keys of the audit: one for the workers, one for the signer, and the public part of each.',
    )
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
        const keys = auditKeysIfAny();
        const shown = entries.map((entry) => ({
          ...entry,
          ...(keys && !isWhole(entry, keys) && { isForeign: true as const }),
        }));
        printResult(json, shown, () => auditEntriesView(shown));
      }),
    );
}

async function exportTo(path: string): Promise<void> {
  const key = await readSignerKey(readConfig(['auditSigner']).auditSigner.keyFile);
  const file = await ExportFile.open(path);
  const count = await withRecords((pool) => exportMissing(pool, key, file));
  print(`${count} checkpoints were added; the file has ${file.lines.length}.`);
}
