import { styleText } from 'node:util';
import type { Client } from '@temporalio/client';
import { folderStore, type DocumentStore } from '../src/activities/documents/store';
import { inspect } from './inspected-document';
import { readConfig } from '../src/config/read-config';
import { followCase } from '../src/cases/follow';
import { readInputFile, readLoanFile } from '../src/cli/files/input-file';
import { startCase } from '../src/cases/start';
import { printable } from '../src/domain/case/display-text';
import { kinds } from '../src/domain/kinds';
import type { CaseSnapshot } from '../src/domain/case/snapshot';
import { RequestError } from '../src/cases/request-error';
import { sendCommand } from '../src/cases/commands';
import type { Stack } from './run-stack';
import type { StackOptions } from './stack-options';

/** Real milliseconds between two looks at a case: on a fast clock a lot happens in a second. */
const LOOK_EVERY_MS = 400;

/** Runs the sample loan and the sample payout side by side, shows their progress. Returns an exit code. */
export async function runDemo(stack: Stack, options: StackOptions): Promise<number> {
  const progress = createProgress();
  const [loan, payout] = await Promise.all([
    runLoan(stack, options, progress),
    runPayout(stack, options, progress),
  ]);
  const summary = { loan, payout, sandbox: sandboxFigures(stack) };
  printSummary(summary, options.json);
  return loan.stage === 'CLOSED' && payout.status === 'SUCCESS' ? 0 : 1;
}

async function runLoan({ client, sandbox }: Stack, { loanFile, handsOff }: StackOptions, progress: Progress) {
  const store = sampleStore();
  const input = await readLoanFile(loanFile, store);
  const { workflowId } = await startCase(client, kinds.loan, input);
  const answer = handsOff ? () => undefined : createSimulatedBorrower(client, workflowId, store);
  const { reference, stage, applicationId, loanId } = await followCase(client, kinds.loan, input.reference, {
    everyMs: LOOK_EVERY_MS,
    onChange: (seen) => {
      progress(`loan ${input.reference}`, seen);
      answer(seen);
    },
  });
  const apiCalls = callsOf(
    sandbox,
    (name) => !PAYOUT_OPERATIONS.has(name) && !SCHEDULED_OPERATIONS.has(name),
  );
  return { reference, workflowId, stage, applicationId, loanId, apiCalls };
}

async function runPayout({ client, sandbox }: Stack, { payoutFile }: StackOptions, progress: Progress) {
  const input = await readInputFile(payoutFile, kinds.payout.start.input);
  const { workflowId } = await startCase(client, kinds.payout, input);
  const { reference, status } = await followCase(client, kinds.payout, input.reference, {
    everyMs: LOOK_EVERY_MS,
    onChange: (seen) => progress(`payout ${input.reference}`, seen),
  });
  const apiCalls = callsOf(sandbox, (name) => PAYOUT_OPERATIONS.has(name));
  return { reference, workflowId, status, apiCalls };
}

const sampleStore = (): DocumentStore => folderStore(readConfig(['documents']).documents.folder);

/** The operations of the sample payout; the sample loan calls none of these, the payout no others. */
const PAYOUT_OPERATIONS = new Set(['resolveAccount', 'createPayout', 'getPayoutStatus']);

/** The operations of the scheduled jobs, which serve neither case alone. */
const SCHEDULED_OPERATIONS = new Set(['listWebhookEvents', 'listTransactions', 'verifyTransaction']);

function callsOf(sandbox: Stack['sandbox'], counts: (operation: string) => boolean): number {
  const { byOperation } = sandbox.calls.toJSON();
  const counted = Object.entries(byOperation).filter(([name]) => counts(name));
  return counted.reduce((sum, [, { calls }]) => sum + calls, 0);
}

const sandboxFigures = ({ sandbox }: Stack) => ({
  payoutsCommitted: sandbox.state.committed.list({ effect: 'payout-committed' }).length,
  refusedByRateLimit: sandbox.calls.toJSON().refusedByRateLimit,
});

/** The result of the demo, which `--json` prints. */
interface Summary {
  readonly loan: Awaited<ReturnType<typeof runLoan>>;
  readonly payout: Awaited<ReturnType<typeof runPayout>>;
  readonly sandbox: ReturnType<typeof sandboxFigures>;
}

/** Prints one JSON document to stdout, or sentences to stderr. */
function printSummary(summary: Summary, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
  else process.stderr.write(`\n${sentences(summary).join('\n')}\n`);
}

const sentences = ({ loan, payout, sandbox }: Summary) => [
  `Loan ${loan.reference} ended as ${loan.stage} after ${loan.apiCalls} calls (workflow ${loan.workflowId}).`,
  `Payout ${payout.reference} ended as ${payout.status} after ${payout.apiCalls} calls (workflow ${payout.workflowId}).`,
  `The bank committed ${sandbox.payoutsCommitted} payout and refused ${sandbox.refusedByRateLimit} calls by its rate limit.`,
];

/** Shows a case's state if it has changed since the last call. */
type Progress = (title: string, snapshot: CaseSnapshot) => void;

/** Prints a line to stderr for every change: elapsed time, case, stage, wait. */
function createProgress(): Progress {
  const started = performance.now();
  const shown = new Map<string, string>();
  return (title, snapshot) => {
    const line = describe(snapshot);
    if (shown.get(title) === line) return;
    shown.set(title, line);
    const elapsed = `${Math.round((performance.now() - started) / 1000)} s`.padStart(6);
    process.stderr.write(`${styleText('dim', elapsed)}  ${title.padEnd(20)}  ${line}\n`);
  };
}

function describe({ stageTitle, waiting, attention, facts }: CaseSnapshot): string {
  const paid =
    typeof facts.instalmentsPaid === 'number' ? ` ${facts.instalmentsPaid}/${facts.instalments} paid` : '';
  const why = attention?.cause ?? (waiting && `waits for ${waiting.about}`);
  return `${styleText('bold', stageTitle)}${paid}${why === undefined ? '' : `: ${printable(why)}`}`;
}

const BOARD_RESOLUTION = 'board-resolution.pdf';

/**
 * Simulates a borrower who accepts the offer and submits the board resolution when the case asks. Each answer
 * has one request id, so a repeat changes nothing; an answer that comes too early is refused and resent.
 */
export function createSimulatedBorrower(
  client: Client,
  workflowId: string,
  documents: DocumentStore,
): (snapshot: CaseSnapshot) => void {
  const send = (command: string, fields: object) =>
    sendCommand(client, workflowId, command, {
      requestId: `demo-${command}`,
      actor: 'demo-borrower',
      role: 'borrower',
      ...fields,
    });
  const answer = async ({ stage, commands, waiting }: CaseSnapshot): Promise<void> => {
    if (stage === 'OFFER' && commands.includes('acceptOffer')) await send('acceptOffer', {});
    if (waiting?.for !== 'BOARD_RESOLUTION') return;
    const { path, sha256 } = await inspect(documents, BOARD_RESOLUTION);
    await send('submitBoardResolution', { path, sha256 });
  };
  return (snapshot) => void answer(snapshot).catch(unlessRefused);
}

/** Ignores refusals: the case may have moved on since it was read, and the next read decides anew. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}
