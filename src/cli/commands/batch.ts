import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { batchResults, meaningOf, resultsCsv } from '../../cases/batch-results';
import { withClient } from '../../cases/connection';
import { wrongUse } from '../../cases/request-error';
import { nairaText } from '../../domain/money/amounts';
import { examples, columns, inform, print, printResult } from '../terminal';
import { checkBatchFile, type FileFindings } from '../files/batch-file';
import { rowStatuses, type RowResult } from '../../domain/batch/validation-results';

export function addBatchCommands(group: Command): void {
  addCheck(group);
  addResults(group);
}

function addCheck(group: Command): void {
  group
    .command('check')
    .description('Check every row of a file without starting anything: all problems at once, and the totals.')
    .argument('<file>', 'CSV file (.csv), JSON file, or - for JSON on stdin')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples('batch check examples/batch.csv'))
    .action(async (file, { json }) => {
      const found = await checkBatchFile(file);
      const { problems } = found;
      if (json || problems.length === 0) printResult(json, found, findingsText);
      if (problems.length === 0) return;
      if (!json) inform(problems.join('\n'));
      throw wrongUse(`${file} cannot be used: ${problems.length} problems.`);
    });
}

const findingsText = ({ totals, warnings }: FileFindings) =>
  [
    `${totals.rows} rows to ${totals.beneficiaries} accounts, ${nairaText(totals.totalKobo)} in all, ` +
      `at most ${nairaText(totals.largestKobo)} to one.`,
    ...warnings.map((warning) => `Look again: ${warning}.`),
  ].join('\n');

function addResults(group: Command): void {
  group
    .command('results')
    .description('Show what has become of every row, at any time.')
    .argument('<reference>', 'reference of the batch')
    .option('--csv <file>', 'write all rows to a new CSV file; - for stdout')
    .option('--json', 'print all rows as JSON')
    .addHelpText('after', examples('batch results BT-2026-0001 --csv results.csv'))
    .action((reference, { csv, json }) =>
      withClient(async (client) => {
        const results = await batchResults(client, reference);
        if (csv === '-') print(resultsCsv(results).trimEnd());
        else if (csv !== undefined) await save(csv, resultsCsv(results));
        else printResult(json, results, resultsText);
      }),
    );
}

async function save(path: string, content: string): Promise<void> {
  await writeFile(path, content, { flag: 'wx' }).catch((error: unknown) => {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw wrongUse(exists ? `${path} exists already.` : `${path} cannot be written.`);
  });
  inform(`Written to ${path}.`);
}

const SHOWN_MAX = 40;

/** The results for people: counts by status, and the rows that are not paid. */
export function resultsText(results: readonly RowResult[]): string {
  const unpaid = results.filter(({ status }) => status !== 'SUCCESS');
  const lines = unpaid
    .slice(0, SHOWN_MAX)
    .map(({ row, reference, amountKobo, status, reason = '' }) => [
      `row ${row}`,
      reference,
      nairaText(amountKobo),
      status,
      reason,
    ]);
  const more = unpaid.length - lines.length;
  const end = more > 0 ? [`and ${more} more; --csv and --json have all`] : [];
  return [...columns(sums(results)), '', ...columns(lines), ...end].join('\n').trimEnd();
}

const sums = (results: readonly RowResult[]) =>
  [...new Set([...Object.keys(rowStatuses), ...results.map(({ status }) => status)])].flatMap((status) => {
    const those = results.filter((result) => result.status === status);
    const totalKobo = those.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    return those.length === 0
      ? []
      : [[status, String(those.length), nairaText(totalKobo), meaningOf(status) ?? '']];
  });
