import { Command, CommanderError, Help, Option } from '@commander-js/extra-typings';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { printable } from '../domain/case/display-text';
import { addAudit } from './commands/audit';
import { addBudget } from './commands/operating/budget';
import { examples, TYPED, inform } from './terminal';
import { addAdopt, addStart, addWait, addReapply, type CommandsOfOneKind } from './commands/start';
import { addAttention, addList } from './commands/list';
import { addSchema, addShow, addTrace } from './commands/show';
import { addDoctor } from './doctor/doctor';
import { addEncryption } from './commands/operating/encryption';
import { addEvents } from './commands/operating/events';
import { addErase } from './commands/erase';
import { addInstall } from './install/install';
import { addReconcile } from './commands/reconcile';
import { addRecords, addSessions } from './commands/operating/desk';
import { addSchedules } from './commands/operating/schedules';
import { addSteering } from './commands/steer';
import { addKeys } from './keys/keys';
import { addPolicy, addSign } from './keys/sign';
import type { CaseKind } from '../domain/case/kind';
import { kinds, nouns, type Noun } from '../domain/kinds';
import { explain, withoutValue, type Explanation } from './explain';
import { exitCodes } from '../temporal/exit-codes';
import { EXEMPT_PURPOSES } from '../domain/money/duty';
import { addBatchCommands } from './commands/batch';
import { readBatchFile } from './files/batch-file';
import { openStore, readLoanFile } from './files/input-file';
import { count } from './command-options';

const EXITS = `
Exit codes: 0 done, 1 refused or ended badly, 2 wrong use or input, 3 Temporal cannot be reached, 4 no end or answer in
time, 70 a fault of this program, 130 interrupted. With --json errors are a line of JSON on stderr. Temporal is found by TEMPORAL_ADDRESS and the other TEMPORAL_* variables, documents by DOCUMENTS_DIR.`;

const help = new Help();

/**
 * The whole command line. It throws a CommanderError for wrong use and for help, and prints wrong use on
 * stderr unless `tellsErrors` is false.
 */
export function createProgram({ tellsErrors = true }: { readonly tellsErrors?: boolean } = {}): Command {
  const program = new Command(TYPED)
    .version(version(), '--version', 'print the version')
    .configureOutput({
      writeErr: (text) => {
        if (tellsErrors) process.stderr.write(printable(text));
      },
      outputError: (text, write) => write(withoutValue(text)),
    })
    .configureHelp({
      optionDescription: (option) =>
        `${help.optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
    })
    .description('Start, show and steer loans, payouts and batches of payouts.')
    .exitOverride()
    .showHelpAfterError('Add --help to see what is possible.')
    .addHelpText(
      'after',
      examples(
        'loan start examples/loan-application.json --wait',
        'loan show LN-2026-0001',
        'loan accept-offer --help',
        'payout attention',
      ) + `\n${EXITS}`,
    );
  for (const noun of nouns) addGroup(program, kinds[noun], commandsOfOneKind[noun]);
  addSchedules(program);
  addKeys(program);
  addSign(program);
  addPolicy(program);
  addBudget(program);
  addInstall(program);
  addDoctor(program);
  addAudit(program);
  addEncryption(program);
  addErase(program);
  addEvents(program);
  addRecords(program);
  addSessions(program);
  addSchema(program);
  return program;
}

function addGroup(program: Command, kind: CaseKind, own: CommandsOfOneKind = {}): void {
  const { noun, about, sample } = kind;
  const started = sample.file === undefined ? [] : [`${noun} start ${sample.file}`];
  const group = program
    .command(noun)
    .description(about)
    .addHelpText('after', examples(...started, `${noun} show ${sample.reference}`));
  group.commandsGroup('Look and start:');
  addStart(group, kind, own);
  for (const add of [addShow, addWait, addList, addAttention]) add(group, kind);
  own.addCommands?.(group);
  if (kind.stageAttribute === 'PayoutStatus') {
    addTrace(group, kind);
    addAdopt(group, kind);
  }
  group.commandsGroup('Steer:');
  addSteering(group, kind);
}

/** Next to `src`, and to the built folder. */
const MANIFEST = resolve(__dirname, '../../package.json');

/** The version in the manifest; a packaged program adds the commit it was built from. */
function version(): string {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    readonly version: string;
    readonly gitHead?: string;
  };
  return manifest.gitHead === undefined ? manifest.version : `${manifest.version} (${manifest.gitHead})`;
}

/** Runs one command line, prints errors as a sentence, and returns the exit code. */
export async function runCli(argv: readonly string[]): Promise<number> {
  const asJson = argv.includes('--json');
  try {
    await createProgram({ tellsErrors: !asJson }).parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const explanation = explain(error);
    const isTold = error instanceof CommanderError && !asJson;
    if (explanation.sentence !== undefined && !isTold)
      inform(asJson ? jsonOf(explanation) : explanation.sentence);
    return exitCodes[explanation.kind];
  }
}

const jsonOf = ({ kind, sentence }: Explanation) =>
  JSON.stringify({ error: { kind, exitCode: exitCodes[kind], message: sentence } });

const commandsOfOneKind: Readonly<Partial<Record<Noun, CommandsOfOneKind>>> = {
  loan: {
    read: async (path) => readLoanFile(path, await openStore()),
    addCommands: addReapply,
  },
  batch: {
    fileKinds: 'CSV file (.csv), JSON file, or - for JSON on stdin',
    startOptions: [
      new Option('--reference <reference>', 'reference of the batch; needed with CSV'),
      new Option('--from <file>', 'JSON file with source.accountNumber; - for stdin; needed with CSV'),
      new Option('--created-by <id>', 'who made the batch, and may not approve it; needed with CSV'),
      new Option('--allow-duplicates', 'rows with the same beneficiary and amount are meant'),
      new Option('--purpose <purpose>', 'what costs no stamp duty').choices(EXEMPT_PURPOSES),
      new Option('--concurrency <number>', 'payouts on their way at the same time').argParser(count),
    ],
    read: readBatchFile,
    addCommands: addBatchCommands,
  },
  reconciliation: { addCommands: addReconcile },
};
