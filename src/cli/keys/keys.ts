import type { Command } from '@commander-js/extra-typings';
import { readRingFile, type RingEntry } from '../../authority/key-ring';
import { endKey } from '../../authority/ring-file';
import { examples } from '../command-line';
import { columns, printResult } from '../terminal';
import { addCreate, addReceiptKey, ringAt, ringOption } from './create';

/** Adds `keys`: the keys that sign what people start and command. */
export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('Keys by which workers know who starts and commands (docs/AUTHORITY.md).')
    .addHelpText('after', examples('keys create officer-1 --roles officer', 'keys list'));
  addCreate(keys);
  addList(keys);
  addEnd(
    keys,
    'retire',
    'retired',
    'Take no act that is accepted from now on under a key; earlier ones count.',
  );
  addEnd(keys, 'revoke', 'revoked', 'Take no act under a key any more: nothing that is unsent passes.');
  addReceiptKey(keys);
}

function addList(keys: Command): void {
  keys
    .command('list')
    .description('List the keys of the ring, and what each may assert.')
    .option(...ringOption)
    .option('--json', 'print the ring as JSON')
    .action(({ ring, json }) => {
      const entries = readRingFile(ringAt(ring));
      printResult(json, entries, () => columns([HEAD, ...entries.map(line)]).join('\n'));
    });
}

const HEAD = ['KID', 'SUBJECT', 'ROLES', 'STATE', 'SINCE'];
const line = ({ kid, asserts, state, since = '' }: RingEntry) => [
  kid,
  asserts.subject,
  asserts.roles.join(','),
  state,
  since,
];

function addEnd(keys: Command, name: string, state: 'retired' | 'revoked', what: string): void {
  keys
    .command(name)
    .description(what)
    .argument('<kid>', 'the key, as "keys list" shows it')
    .option(...ringOption)
    .option('--json', 'print the key as JSON')
    .action((kid, { ring, json }) => {
      const entry = endKey(ringAt(ring), kid, state);
      printResult(
        json,
        entry,
        () => `The key ${kid} of ${entry.asserts.subject} is ${state}, since ${entry.since}.`,
      );
    });
}
