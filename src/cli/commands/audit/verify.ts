import type { Command } from '@commander-js/extra-typings';
import { RequestError } from '../../../cases/request-error';
import { readConfig } from '../../../config';
import { ExportFile } from '../../../records/checkpoints/export-file';
import { readAuditKeys, readSignerKey } from '../../../records/key-files';
import { verify } from '../../../records/verify';
import { printResult } from '../../terminal';
import { verificationView } from '../../views/audit';
import { told, withRecords } from './access';

/** Adds `audit verify`. */
export function addVerify(group: Command): void {
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
        const keys = readAuditKeys(auditKey.keyFile);
        const signer = await readSignerKey(auditSigner.keyFile);
        const exported = head === undefined ? undefined : await exportedIn(head);
        const found = await withRecords((pool) => verify({ pool, keys, signer, exported }));
        printResult(json, found, () => verificationView(found));
        if (found.problems.length > 0)
          throw new RequestError(
            'refused',
            `${found.problems.length} problems: docs/AUDIT.md says what to do.`,
          );
      }),
    );
}

async function exportedIn(path: string): Promise<readonly string[]> {
  const { lines } = await ExportFile.open(path);
  if (lines.length === 0) throw new RequestError('usage', `${path} holds no signed head.`);
  return lines;
}
