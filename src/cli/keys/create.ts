import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { ANY_PERSON } from '../../authority/key-ring';
import { newKeyPair, writeSecretFile } from '../../authority/person-key';
import { newWorkersKeys } from '../../authority/receipts';
import { addToRing, entriesOf } from '../../authority/ring-file';
import { wrongUse } from '../../cases/request-error';
import { readConfig } from '../../config/read-config';
import { ROLES, type Role } from '../../domain/case/commands';
import { expectation, problemsWith } from '../../domain/case/fields';
import { examples, inform, printResult } from '../terminal';

/** Adds `keys create`. */
export function addCreate(keys: Command): void {
  keys
    .command('create')
    .description(
      'Make a key for a person, or for a desk (*): the private part in a file, the public one in the ring.',
    )
    .argument(
      '<subject>',
      "the person's subject at the login provider (sub), so that key and login are one person; * for a desk",
      subject,
    )
    .requiredOption('--roles <roles>', `what it may assert, with commas between: ${ROLES.join(', ')}`, roles)
    .option(
      '--out <file>',
      'where the private part is written, for its owner alone (default: <subject>.key.json)',
    )
    .option(...ringOption)
    .option('--json', 'print the public part as JSON')
    .addHelpText('after', examples('keys create approver-1 --roles approver,supervisor --ring keys.json'))
    .action((person, { roles: asserted, out, ring, json }) => {
      const path = out ?? `${person === ANY_PERSON ? 'desk' : person}.key.json`;
      const ringPath = ringAt(ring);
      entriesOf(ringPath); // A ring that cannot be used is told before there is a key.
      const { file, entry } = newKeyPair(person, asserted);
      writeSecretFile(path, file);
      addToRing(ringPath, entry);
      printResult(json, entry, () => `The key ${entry.kid} of ${person} is in ${ringPath}.`);
      inform(`The private part is in ${path}: its owner signs with STARTER_KEY=${resolve(path)}.`);
    });
}

/** Adds `keys create-receipt-key`. */
export function addReceiptKey(keys: Command): void {
  keys
    .command('create-receipt-key')
    .description("Make the workers' key, under which they vouch for what they have accepted.")
    .requiredOption('--out <file>', 'where it is written, for its owner alone')
    .action(({ out }) => {
      writeSecretFile(out, newWorkersKeys());
      inform(`Written to ${out}: give every worker AUTHORITY_RECEIPT_KEYS=${out}.`);
    });
}

function subject(text: string): string {
  const field = { kind: 'reference', about: 'a person' } as const;
  if (text === ANY_PERSON || problemsWith({ subject: field }, { subject: text }).length === 0) return text;
  throw new InvalidArgumentError(`It must be ${expectation(field)}, or *.`);
}

function roles(text: string): Role[] {
  const named = text.split(',').map((role) => role.trim());
  const known = ROLES.filter((role) => named.includes(role));
  if (known.length === named.length) return known;
  throw new InvalidArgumentError(`It must be some of ${ROLES.join(', ')}, with commas between.`);
}

/** The option that names the file of public keys. */
export const ringOption = ['--ring <file>', 'the file of public keys (default: AUTHORITY_KEYS)'] as const;

/** The file of public keys. @throws RequestError where none is named */
export function ringAt(given: string | undefined): string {
  const path = given ?? readConfig(['signing']).signing.ringFile;
  if (path === undefined) throw wrongUse('Say which ring: --ring FILE, or set AUTHORITY_KEYS.');
  return path;
}
