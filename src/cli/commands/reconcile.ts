import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';
import { withClient } from '../../cases/connection';
import { beginReconciliation, reconciliationReport } from '../../cases/reconcile';
import { RequestError } from '../../cases/request-error';
import { resources } from '../../cases/resources';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { commandLine, examples } from '../command-line';
import { InputFileError, readJson } from '../files/input-file';
import { seconds } from '../option-values';
import { printResult, inform } from '../terminal';
import { reconciliationText } from '../views/reconciliation';

const WHAT = 'Compare our payouts and repayments with the statements of our accounts';

/** Adds the command that compares now, under a name: `reconciliation run`, or the older `reconcile`. */
export function addReconcile(group: Command, name: string, { hidden = false } = {}): void {
  group
    .command(name, { hidden })
    .summary(`${WHAT}.`)
    .description(
      `${WHAT}: since yesterday began, unless dates are\n` +
        'given. Ends with 0 when both agree, with 1 when they differ; differences become a case that needs attention.',
    )
    .option('--account-from <file>', 'only the account of this JSON file ({"account": "…"}); - for stdin')
    .addOption(new Option('--account <number>').hideHelp())
    .option('--from <date>', 'first day, YYYY-MM-DD (UTC)', day)
    .option('--to <date>', 'last day, YYYY-MM-DD (UTC)', day)
    .option('--timeout-seconds <seconds>', 'stop waiting after so long; it goes on', seconds)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples('reconciliation run', 'reconciliation run --from 2026-11-01 --to 2026-11-30 --json'),
    )
    .action(reconcile);
}

interface Options {
  readonly account?: string | undefined;
  readonly accountFrom?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly json?: true | undefined;
}

async function reconcile(options: Options): Promise<void> {
  const { from: fromOn, to: toOn, json, timeoutSeconds } = options;
  const account = await accountOf(options);
  await withClient(async (client) => {
    const { reference, wasOpen } = await beginReconciliation(client, { account, fromOn, toOn });
    if (wasOpen) inform(`The reconciliation ${reference} is open; comparing again.`);
    const report = await reconciliationReport(client, reference, timeoutSeconds);
    printResult(json, report, () => reconciliationText(report));
    if (report.unmatched > 0) throw new RequestError('refused', whatToDo(reference, report));
  });
}

/** The account that a file names; nothing where all are meant. @throws RequestError */
async function accountOf({ account: typed, accountFrom }: Options): Promise<string | undefined> {
  if (typed !== undefined)
    throw new RequestError(
      'usage',
      "--account is not taken from the command line: the shell's history and other users could read it. " +
        'Write {"account": "…"} into a JSON file and give --account-from FILE, or --account-from - for stdin.',
    );
  if (accountFrom === undefined) return undefined;
  const { account } = Object(await readJson(accountFrom)) as { readonly account?: unknown };
  if (typeof account === 'string' && /^\d{10}$/.test(account)) return account;
  throw new InputFileError(accountFrom, ['account must be exactly 10 digits']);
}

const whatToDo = (reference: string, { unmatched }: ReconciliationReport) =>
  [
    `${unmatched} ${unmatched === 1 ? 'difference needs' : 'differences need'} attention. When it is known what they are:`,
    `  ${commandLine({ ...resources.reconciliation, usualRole: 'operator' }, 'resolveAttention', reference)}`,
  ].join('\n');

function day(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
}
