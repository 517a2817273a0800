import { stat } from 'node:fs/promises';
import { Option, type Command } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import {
  addKey,
  encryptedInput,
  listKeys,
  rotateKey,
  removeKey,
} from '../../../cases/encryption-key-rotation';
import { wrongUse } from '../../../cases/request-error';
import { createEncryptionKeys, pathOfHolder } from '../../../temporal/encryption/key-ring-file';
import { keyFileFromEnvironment } from '../../../temporal/encryption/settings';
import { examples, columns, print, printResult, momentText } from '../../terminal';
import { readJson } from '../../files/input-file';

const ROTATED = `From now on everything new is encrypted under it, in open cases, too. What is written already stays under
the keys it was written under, so these stay in the file until "encryption remove" finds them unused.`;

const COPIED =
  'Copy the new files ("install" does so in its folder), then make it the active one with "encryption rotate".';

const lesserFiles = (path: string) =>
  `The desk, the codec server and people take ${pathOfHolder(path, 'reader')}, the receiver ${pathOfHolder(path, 'sender')}.`;

export function addEncryption(program: Command): void {
  const group = program
    .command('encryption')
    .description(
      'The keys that payloads in Temporal are encrypted under, in the file that ENCRYPTION_KEYS names. Signing keys are another matter.',
    )
    .addHelpText(
      'after',
      examples('encryption list', 'encryption rotate', 'encryption input payout:PO-1 examples/payout.json'),
    );
  group
    .command('create')
    .description(
      'Make the file, with a first key, for its owner alone; and beside it those of readers and senders.',
    )
    .action(() => {
      const path = keyFileFromEnvironment();
      const { active } = createEncryptionKeys(path);
      print(`Created, with the key ${active}. Keep a copy: without it nothing in Temporal can be read.
It is for workers alone. ${lesserFiles(path)}`);
    });
  group
    .command('list')
    .description('List the keys: which is active, which waits, and since when the others only decrypt.')
    .option('--json', 'print the list as JSON')
    .action(({ json }) => {
      const keys = listKeys(keyFileFromEnvironment());
      printResult(json, keys, () =>
        columns([
          ['KEY', 'STATE', 'CREATED', 'RETIRED'],
          ...keys.map(({ id, state, createdAt, retiredAt }) => [
            ...[id, state, momentText(createdAt)],
            retiredAt === undefined ? '' : momentText(retiredAt),
          ]),
        ]).join('\n'),
      );
    });
  group
    .command('add')
    .description(
      'Add a key that waits. Once readers and workers have the new files, "rotate" makes it active.',
    )
    .action(() => {
      const path = keyFileFromEnvironment();
      print(`The key ${addKey(path)} waits. ${COPIED}\n${lesserFiles(path)}`);
    });
  group
    .command('rotate')
    .description(
      'Make the key that waits, or else a new one, the active one; every program takes it within a second.',
    )
    .action(() => {
      const path = keyFileFromEnvironment();
      const { id } = rotateKey(path);
      print(`The key ${id} is active. ${ROTATED}\n${lesserFiles(path)}`);
    });
  group
    .command('remove')
    .description('Take a key out of the file; refused while an open or retained run or a schedule needs it.')
    .argument('<key>', 'its id')
    .addOption(
      new Option(
        '--documents <folder>',
        'the document store, whose documents are encrypted anew under the active key',
      ).env('DOCUMENTS_DIR'),
    )
    .option('--no-documents', 'there is no document store')
    .action((id, { documents }) =>
      withClient(async (client) => {
        const places = { keyFile: keyFileFromEnvironment(), documents: await storeFolder(documents) };
        const resealed = await removeKey(client, places, id);
        print(`Removed: ${id}. Documents that were encrypted anew: ${resealed}.`);
      }),
    );
  group
    .command('input')
    .description(
      'Print the options by which the official command line (temporal) takes an input of a case, encrypted for it.',
    )
    .argument('<workflow-id>', 'the case that it is for, as in loan:LN-2026-0001')
    .argument('<file>', 'JSON file, or - for stdin')
    .action(async (workflowId, file) => print(await encryptedInput(workflowId, await readJson(file))));
}

/** Demands a choice about documents: without the key they could not be read. @throws RequestError */
async function storeFolder(given: string | boolean | undefined): Promise<string | undefined> {
  if (given === false) return undefined;
  if (typeof given === 'string' && (await stat(given).catch(() => undefined))?.isDirectory()) return given;
  throw wrongUse(
    'Documents may be encrypted under the key: name their folder with --documents or DOCUMENTS_DIR, or say --no-documents.',
  );
}
