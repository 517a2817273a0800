import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { ANY_PERSON, addToRing, entriesOf, readPublicHalf, type RingEntry } from '../../authority/key-ring';
import { newKeyPair, publicHalfOf, writeSecretFile } from '../../authority/person-key';
import { changeWorkersKeys, newWorkersKeys } from '../../authority/receipts';
import { refusal, wrongUse } from '../../cases/request-error';
import { readConfig } from '../../config/read-config';
import { ROLES, type Role } from '../../domain/case/commands';
import { expectation, problemsWith } from '../../domain/case/fields';
import { examples, inform, print, printResult, TYPED } from '../terminal';

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
      const entry = newKey(path, person, asserted);
      addToRing(ringPath, entry);
      printResult(json, entry, () => `The key ${entry.kid} of ${person} is in ${ringPath}.`);
      inform(`The private part is in ${path}: its owner signs with STARTER_KEY=${resolve(path)}.`);
    });
}

/** Adds `keys request` and `keys add`: a person makes a key, and nobody else gets its private half. */
export function addRequest(keys: Command): void {
  keys
    .command('request')
    .description(
      'Make your own key: the private half in a file that stays with you, the public one on stdout, for whoever keeps the ring. Where you have made it before, it prints the public half again.',
    )
    .argument('<subject>', 'your subject at the login provider (sub)', subject)
    .requiredOption('--roles <roles>', `what it may assert, with commas between: ${ROLES.join(', ')}`, roles)
    .option('--out <file>', 'where the private half is written (default: <subject>.key.json)')
    .option(...ringOption)
    .addHelpText('after', examples('keys request approver-1 --roles approver > approver-1.public.json'))
    .action((person, { roles: asserted, out = `${person}.key.json`, ring }) => {
      const entry = existsSync(out)
        ? requestedBefore(out, person, asserted.join(), ring)
        : newKey(out, person, asserted);
      print(JSON.stringify(entry));
      inform(`Your private half is in ${out}: you sign with STARTER_KEY=${resolve(out)}.
Hand over the line on stdout, which is no secret, and tell in person that your key is ${entry.kid}.`);
    });
  keys
    .command('add')
    .description('Put keys into the ring that their people have made with "keys request".')
    .argument('<files...>', 'a public half each')
    .option(...ringOption)
    .option('--json', 'print the keys as JSON')
    .addHelpText('after', examples('keys add approver-1.public.json --ring keys.json'))
    .action((files, { ring, json }) => {
      const path = ringAt(ring);
      const entries = files.map(readPublicHalf);
      addToRing(path, ...entries);
      printResult(json, entries, () => entries.map(added).join('\n'));
      inform('Ask each of them whether this is their key: whoever holds it speaks for them.');
    });
}

function newKey(path: string, person: string, asserted: readonly Role[]): RingEntry {
  const { file, entry } = newKeyPair(person, asserted);
  writeSecretFile(path, file);
  return entry;
}

/** @throws RequestError if the key says something else than is asked for now, or has ended by the ring */
function requestedBefore(path: string, person: string, asserted: string, ring = knownRing()): RingEntry {
  const entry = publicHalfOf(path);
  const { subject: of, roles: given } = entry.asserts;
  if (of !== person || given.join() !== asserted)
    throw wrongUse(
      `${path} is the key of ${of}, as ${given.join(',')}. Write another one with --out FILE; or, if no ring has it, make room: rm ${path}`,
    );
  const anew = `make another one: "${TYPED} keys request ${person} --roles ${asserted} --out NEW-FILE"`;
  const known = entriesOf(ring ?? '').find(({ kid }) => kid === entry.kid);
  if (known && known.state !== 'active')
    throw refusal(`The key in ${path} was ${known.state}, since ${known.since}, and stays so: ${anew}.`);
  if (ring === undefined)
    inform(
      `${path} was made before: whether its key still counts, only the ring says (--ring RING). If not, ${anew}.`,
    );
  return entry;
}

const added = ({ kid, asserts: { subject: person, roles: asserted } }: RingEntry): string =>
  `The key ${kid} speaks for ${person}, as ${asserted.join(', ')}.`;

export function addReceiptKey(keys: Command): void {
  keys
    .command('create-receipt-key')
    .description("Make the workers' key, under which they vouch for what they have accepted.")
    .requiredOption('--out <file>', 'where it is written, for its owner alone')
    .action(({ out }) => {
      writeSecretFile(out, newWorkersKeys());
      inform(`Written to ${out}: give every worker AUTHORITY_RECEIPT_KEYS=${out}.`);
    });
  keys
    .command('add-receipt-key')
    .description("Change the workers' key, first step: add a new one behind those of the file, which go on.")
    .argument('<file>', 'the file that AUTHORITY_RECEIPT_KEYS names')
    .action((file) => {
      const added = newWorkersKeys().keys;
      changeWorkersKeys(file, (known) => [...known, ...added]);
      const next = `${TYPED} keys use-receipt-key ${file} ${added.map(({ kid }) => kid).join()}`;
      inform(`Added. Restart every worker with this file; then "${next}".`);
    });
  keys
    .command('use-receipt-key')
    .description(
      "Change the workers' key, second step: put the added one in front, so that it makes the receipts.",
    )
    .argument('<file>', 'the file, once every worker runs with the added key')
    .argument('<key>', 'the id that add-receipt-key has printed')
    .allowUnknownOption() // An id may begin with a dash.
    .action((file, kid) => {
      const isIt = (one: { readonly kid: string }) => one.kid === kid;
      changeWorkersKeys(file, (known) => {
        if (!known.some(isIt)) throw wrongUse(`${file} has no key ${kid}.`);
        return [...known.filter(isIt), ...known.filter((one) => !isIt(one))];
      });
      inform(`${kid} is in front. Restart every worker; the others go on checking earlier receipts.`);
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

export const ringOption = ['--ring <file>', 'the file of public keys (default: AUTHORITY_KEYS)'] as const;

/** The file of public keys that this environment names, if it does. */
export const knownRing = (): string | undefined => readConfig(['signing']).signing.ringFile;

/** The path of the file of public keys. @throws RequestError if none is named */
export function ringAt(given: string | undefined): string {
  const path = given ?? knownRing();
  if (path === undefined) throw wrongUse('Say which ring: --ring FILE, or set AUTHORITY_KEYS.');
  return path;
}
