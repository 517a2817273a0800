import { Option, type Command } from '@commander-js/extra-typings';
import { EXEMPT_PURPOSES } from '../domain/money/duty';
import type { Noun } from '../domain/kinds';
import { addBatchCommands } from './commands/batch';
import { addReapply } from './commands/reapply';
import { addReconcile } from './commands/reconcile';
import { readBatchFile } from './files/batch-file';
import { openStore, readLoanFile } from './files/input-file';
import { count } from './option-values';

/** What the command line has for one kind of case alone. */
export interface CommandsOfOneKind {
  /** The kinds of files that `start` takes; JSON when left out. */
  readonly fileKinds?: string;
  /** What can be said on the command line of `start` beside the file. */
  readonly startOptions?: readonly Option[];
  /** Reads the file that it is started from, where it takes more than its schema. */
  readonly read?: (path: string, options: Readonly<Record<string, unknown>>) => Promise<object>;
  /** Adds commands that only this group has. */
  readonly addCommands?: (group: Command) => void;
}

export const commandsOfOneKind: Readonly<Partial<Record<Noun, CommandsOfOneKind>>> = {
  loan: {
    read: async (path) => readLoanFile(path, await openStore()),
    addCommands: addReapply,
  },
  batch: {
    fileKinds: 'CSV file (.csv), JSON file, or - for JSON on stdin',
    startOptions: [
      new Option('--reference <reference>', 'reference of the batch; needed with CSV'),
      new Option('--from <file>', 'JSON file with source.accountNumber; - for stdin; needed with CSV'),
      new Option('--source <account-number>').hideHelp(),
      new Option('--created-by <id>', 'who made the batch, and may not approve it; needed with CSV'),
      new Option('--allow-duplicates', 'rows with the same beneficiary and amount are meant'),
      new Option('--purpose <purpose>', 'what costs no stamp duty').choices(EXEMPT_PURPOSES),
      new Option('--concurrency <number>', 'payouts on their way at the same time').argParser(count),
    ],
    read: readBatchFile,
    addCommands: addBatchCommands,
  },
  reconciliation: { addCommands: (group) => addReconcile(group, 'run') },
};
