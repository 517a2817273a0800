import { writeFile } from 'node:fs/promises';
import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';
import { batchCommands } from '../domain/batch-commands';
import { batchStages } from '../domain/batch-states';
import { nairaText } from '../domain/money';
import { workflowIds } from '../domain/references';
import { checkBatchFile, readBatchFile, type FileFindings } from './batch-file';
import { batchResults, resultsCsv, resultsText } from './batch-results';
import { existing } from './carriers';
import { examples } from './command-line';
import { withClient } from './connect';
import { StarterError } from './exit-codes';
import { followBatch } from './follow';
import { startBatch } from './start';
import type { Subject } from './subject';
import { print, printResult, say } from './terminal';

const CSV_FILE = 'examples/batch.csv';

/** Batches of payouts. */
export const batch: Subject = {
  noun: 'batch',
  about: 'Batches of payouts: check a file, start it, approve it as a whole, see the result of every row',
  sample: { reference: 'BT-2026-0001', file: 'examples/batch.json' },
  commands: batchCommands,
  stages: batchStages,
  usualRole: 'operator',
  workflowTypes: ['payoutBatchWorkflow'],
  stageAttribute: 'BatchStage',
  fileKinds: 'CSV file (.csv), JSON file, or - for JSON on stdin',
  startOptions: [
    new Option('--reference <reference>', 'reference of the batch; needed with CSV'),
    new Option('--source <account-number>', 'account that pays; needed with CSV'),
    new Option('--created-by <id>', 'who made the batch, and may not approve it; needed with CSV'),
    new Option('--allow-duplicates', 'rows with the same beneficiary and amount are meant'),
    new Option('--concurrency <number>', 'payouts on their way at the same time').argParser(whole),
  ],
  async prepare(path, options) {
    const input = await readBatchFile(path, options);
    return { reference: input.reference, start: (client) => startBatch(client, input) };
  },
  carriers: async (client, reference) => [await existing(client, workflowIds.batch(reference))],
  async follow(client, reference, following) {
    const result = await followBatch(client, reference, following);
    const { stage, reason, rows } = result;
    const isPaid = rows.every(({ status }) => status === 'SUCCESS' || status === 'EXCLUDED');
    return { result, stage, reason, isGood: stage === 'DONE' && isPaid };
  },
  addOwn(group) {
    addCheck(group);
    addResults(group);
  },
};

function whole(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function addCheck(group: Command): void {
  group
    .command('check')
    .description('Check every row of a file without starting anything: all problems at once, and the totals.')
    .argument('<file>', 'CSV file (.csv), JSON file, or - for JSON on stdin')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', examples(`batch check ${CSV_FILE}`))
    .action(async (file, { json }) => {
      const found = await checkBatchFile(file);
      const { problems } = found;
      if (json || problems.length === 0) printResult(json, found, () => findingsText(found));
      if (problems.length === 0) return;
      if (!json) say(problems.join('\n'));
      throw new StarterError('usage', `${file} cannot be used: ${problems.length} problems.`);
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
        await existing(client, workflowIds.batch(reference));
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
    throw new StarterError('usage', exists ? `${path} exists already.` : `${path} cannot be written.`);
  });
  say(`Written to ${path}.`);
}
