import type { Command } from '@commander-js/extra-typings';
import { withClient } from '../../cases/connection';
import { beginReconciliation, reconciliationReport } from '../../cases/reconcile';
import { refusal } from '../../cases/request-error';
import { kinds } from '../../domain/kinds';
import type {
  AccountReport,
  ReconciliationReport,
  ReportedDifference,
} from '../../domain/reconciliation/report';
import { commandLine, examples, columns, inform, printResult, momentText } from '../terminal';
import { InputFileError, readJson } from '../files/input-file';
import { day, seconds } from '../command-options';
import { differenceCauses, type DifferenceCause } from '../../domain/reconciliation/differences';
import { nairaText } from '../../domain/money/amounts';
import type { Found } from '../../domain/reconciliation/matching';

const WHAT = 'Compare our payouts and repayments with the statements of our accounts';

export function addReconcile(group: Command): void {
  group
    .command('run')
    .summary(`${WHAT}.`)
    .description(
      `${WHAT}: since yesterday began in Lagos, unless dates\n` +
        'are given. Ends with 0 when both agree, with 1 when they differ; differences become a case that needs attention.',
    )
    .option('--account-from <file>', 'only the account of this JSON file ({"account": "…"}); - for stdin')
    .option('--from <date>', 'first day in Lagos, YYYY-MM-DD', day)
    .option('--to <date>', 'last day in Lagos, YYYY-MM-DD', day)
    .option('--timeout-seconds <seconds>', 'stop waiting after so long; it goes on', seconds)
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      examples('reconciliation run', 'reconciliation run --from 2026-11-01 --to 2026-11-30 --json'),
    )
    .action(async ({ accountFrom, from: fromOn, to: toOn, timeoutSeconds, json }) => {
      const account = accountFrom === undefined ? undefined : await accountIn(accountFrom);
      await withClient(async (client) => {
        const { reference, wasOpen } = await beginReconciliation(client, { account, fromOn, toOn });
        if (wasOpen) inform(`The reconciliation ${reference} is open; comparing again.`);
        const report = await reconciliationReport(client, reference, timeoutSeconds);
        printResult(json, report, reconciliationText);
        if (report.unmatched > 0) throw refusal(whatToDo(reference, report));
      });
    });
}

/** The account that a file names. @throws RequestError */
async function accountIn(path: string): Promise<string> {
  const { account } = Object(await readJson(path)) as { readonly account?: unknown };
  if (typeof account === 'string' && /^\d{10}$/.test(account)) return account;
  throw new InputFileError(path, ['account must be exactly 10 digits']);
}

const whatToDo = (reference: string, { unmatched }: ReconciliationReport) =>
  [
    `${unmatched} ${unmatched === 1 ? 'difference needs' : 'differences need'} attention. When it is known what they are:`,
    `  ${commandLine(kinds.reconciliation, 'resolveAttention', reference)}`,
  ].join('\n');

/** The names of findings on a statement, in the order of the report. */
const foundNames: Readonly<Record<Found, string>> = {
  matched: 'matched',
  inFlight: 'in flight',
  difference: 'different',
  income: 'money from others',
  duty: 'stamp duties',
  fee: 'fees that name no payout',
  ownTransfer: 'between our accounts',
};

function reconciliationText(report: ReconciliationReport): string {
  const { fromAt, toAt, accounts, matched, inFlight, unmatched, differenceKobo } = report;
  return [
    `What ended from ${momentText(fromAt)} to ${momentText(toAt)}`,
    ...accounts.map(accountText),
    ...advice(accounts.flatMap(({ differences }) => differences)),
    `${matched} matched, ${inFlight} in flight, ${unmatched} different, by ${nairaText(differenceKobo)} in all.`,
  ].join('\n\n');
}

function accountText({ account, counts, sumsKobo, differences }: AccountReport): string {
  const totals = (Object.keys(foundNames) as Found[])
    .filter((found) => counts[found] > 0)
    .map((found) => [foundNames[found], String(counts[found]), moved(sumsKobo[found])]);
  const unlisted = counts.difference - differences.length;
  return [
    `Account ${account}`,
    ...indented(columns([['', 'COUNT', 'IN ALL'], ...totals])),
    ...(differences.length === 0 ? [] : ['', ...indented(columns([HEAD, ...differences.map(line)]))]),
    ...(unlisted > 0 ? [`  and ${unlisted} more`] : []),
  ].join('\n');
}

const HEAD = ['DIFFERENCE', 'REFERENCE', "BANK'S REFERENCE", 'AT', 'OURS', 'THEIRS'];

const line = ({ cause, reference, uniqueRef, at, oursKobo, theirsKobo }: ReportedDifference) => [
  cause,
  reference ?? '',
  uniqueRef ?? '',
  at === undefined ? '' : momentText(at),
  moved(oursKobo),
  moved(theirsKobo),
];

function advice(differences: readonly ReportedDifference[]): string[] {
  const causes = [...new Set(differences.map(({ cause }): DifferenceCause => cause))].sort();
  return causes.map((cause) => {
    const { about, toDo } = differenceCauses[cause];
    return `${cause}: ${about}.\n  ${toDo}`;
  });
}

const moved = (outKobo: number) =>
  outKobo === 0 ? nairaText(0) : `${nairaText(Math.abs(outKobo))} ${outKobo > 0 ? 'out' : 'in'}`;

const indented = (lines: readonly string[]) => lines.map((text) => `  ${text}`.trimEnd());
