import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { WorkflowExecutionAlreadyStartedError, WorkflowFailedError, type Client } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import type { ReconciliationReport } from '../domain/reconciliation-report';
import { workflowIds } from '../domain/references';
import { WORKFLOW_QUEUE } from '../domain/task-queues';
import { readCase } from './case-reader';
import { commandLine, examples } from './command-line';
import { withClient } from './connect';
import { StarterError } from './exit-codes';
import { reconciliationText } from './reconciliation-text';
import { sendCommand } from './send-command';
import { unanswered } from './silence';
import { subjects } from './subjects';
import { printResult, say } from './terminal';
import { seconds } from './waiting';

/** Which part of our books to compare; everything may be left out. */
interface Wish {
  readonly account?: string | undefined;
  readonly fromOn?: string | undefined;
  readonly toOn?: string | undefined;
}

/** Adds `reconcile`. */
export function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .summary('Compare our payouts and repayments with the statements of our accounts.')
    .description(
      'Compare our payouts and repayments with the statements of our accounts: since yesterday began, unless dates are\n' +
        'given. Ends with 0 when both agree, with 1 when they differ; differences become a case that needs attention.',
    )
    .option('--account <number>', 'only this account (default: all that payouts are sent from)', account)
    .option('--from <date>', 'first day, YYYY-MM-DD (UTC)', day)
    .option('--to <date>', 'last day, YYYY-MM-DD (UTC)', day)
    .option('--timeout-seconds <seconds>', 'stop waiting after so long; it goes on', seconds)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', examples('reconcile', 'reconcile --from 2026-11-01 --to 2026-11-30 --json'))
    .action(({ account: only, from: fromOn, to: toOn, json, timeoutSeconds }) =>
      withClient(async (client) => {
        const wish = { account: only, fromOn, toOn };
        const { reference, report } = await reconcileNow(client, wish, timeoutSeconds);
        printResult(json, report, () => reconciliationText(report));
        if (report.unmatched > 0) throw new StarterError('refused', whatToDo(reference, report));
      }),
    );
}

/** Compares, and waits for the report. @throws StarterError */
export async function reconcileNow(client: Client, wish: Wish = {}, timeoutSeconds?: number) {
  const reference = await begin(client, wish);
  return { reference, report: await reportOf(client, reference, timeoutSeconds) };
}

/** Starts it; where the same is open already, it is compared again. */
async function begin(client: Client, wish: Wish): Promise<string> {
  const reference = referenceOf(wish);
  const workflowId = workflowIds.reconciliation(reference);
  try {
    await client.workflow.start('reconciliationWorkflow', {
      workflowId,
      taskQueue: WORKFLOW_QUEUE,
      args: [wish],
      staticSummary: 'Reconciliation on demand',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    say(`The reconciliation ${reference} is open; comparing again.`);
    const who = { actor: 'command-line', role: 'operator' };
    await sendCommand(client, workflowId, 'compareAgain', who);
  }
  return reference;
}

/** An account's number must not become part of an id. */
const referenceOf = ({ account: only, fromOn = 'recent', toOn }: Wish): string =>
  [fromOn, toOn, only && randomBytes(4).toString('hex')].filter((part) => part !== undefined).join('_');

const LOOK_EVERY_MS = 300;

/** The report, once both sides have been compared. @throws StarterError */
async function reportOf(
  client: Client,
  reference: string,
  timeoutSeconds = Infinity,
): Promise<ReconciliationReport> {
  const workflowId = workflowIds.reconciliation(reference);
  const handle = client.workflow.getHandle(workflowId);
  const began = performance.now();
  for (;;) {
    const file = await readCase(client, workflowId).catch(() => undefined);
    if (file && file.stage !== 'COMPARING') return handle.query<ReconciliationReport>('report');
    if (file?.attention) throw new StarterError('refused', file.attention.cause);
    await explainFailure(client, workflowId);
    if (performance.now() - began > timeoutSeconds * 1_000) {
      if (!file) throw await unanswered(client);
      throw new StarterError('timedOut', `The reconciliation ${reference} still compares; it goes on.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** @throws StarterError when the workflow found that the input makes no sense */
async function explainFailure(client: Client, workflowId: string): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  if ((await handle.describe()).status.name !== 'FAILED') return;
  await handle.result().catch((error: unknown) => {
    const cause = error instanceof WorkflowFailedError ? rootCause(error.cause) : undefined;
    throw new StarterError('usage', cause ?? 'The reconciliation failed.');
  });
}

const whatToDo = (reference: string, { unmatched }: ReconciliationReport) =>
  [
    `${unmatched} ${unmatched === 1 ? 'difference needs' : 'differences need'} attention. When it is known what they are:`,
    `  ${commandLine(subjects.reconciliation, 'resolveAttention', reference)}`,
  ].join('\n');

function account(text: string): string {
  if (!/^\d{10}$/.test(text)) throw new InvalidArgumentError('It must be exactly 10 digits.');
  return text;
}

function day(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
}
