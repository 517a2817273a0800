import { writeFile } from 'node:fs/promises';
import type { Command } from '@commander-js/extra-typings';
import { batchResults, resultsCsv } from '../../cases/batch-results';
import { withClient } from '../../cases/connection';
import { RequestError } from '../../cases/request-error';
import { nairaText } from '../../domain/money/amounts';
import { examples } from '../command-line';
import { checkBatchFile, type FileFindings } from '../files/batch-file';
import { print, printResult, inform } from '../terminal';
import { resultsText } from '../views/batch-results';

/** Adds `batch check` and `batch results`. */
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
      if (json || problems.length === 0) printResult(json, found, () => findingsText(found));
      if (problems.length === 0) return;
      if (!json) inform(problems.join('\n'));
      throw new RequestError('usage', `${file} cannot be used: ${problems.length} problems.`);
    });
}

const findingsText = ({ totals, warnings }: FileFindings) =>
  [
    `${totals.rows} rows to ${totals.beneficiaries} accounts, ${nairaText(totals.totalKobo)} in all, ` +
      `at most ${nairaText(totals.largestKobo)} to one.`,
    ...warnings.map((warning) => `Look at ${warning}.`),
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
        else printResult(json, results, () => resultsText(results));
      }),
    );
}

async function save(path: string, content: string): Promise<void> {
  await writeFile(path, content, { flag: 'wx' }).catch((error: unknown) => {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new RequestError('usage', exists ? `${path} exists already.` : `${path} cannot be written.`);
  });
  inform(`Written to ${path}.`);
}
