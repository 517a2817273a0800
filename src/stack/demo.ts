import { folderStore, type DocumentStore } from '../activities/documents/store';
import { readConfig } from '../config';
import { followLoan, followPayout } from '../cases/follow';
import { readLoanFile, readPayoutFile } from '../cli/files/input-file';
import { startLoan, startPayout } from '../cases/start';
import { createSimulatedBorrower } from './simulated-borrower';
import { createProgress, type Progress } from './progress';
import type { Stack } from './run-stack';
import type { StackOptions } from './stack-options';
import { printSummary, type Summary } from './summary';

/** Real milliseconds between two looks at a case: on a fast clock a lot happens in a second. */
const LOOK_EVERY_MS = 400;

/** Runs the sample loan and the sample payout side by side, shows them live, and sums up. Answers with an exit code. */
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

async function runLoan(
  { client, sandbox }: Stack,
  { loanFile, handsOff }: StackOptions,
  progress: Progress,
): Promise<Summary['loan']> {
  const store = sampleStore();
  const input = await readLoanFile(loanFile, store);
  const { workflowId } = await startLoan(client, input);
  const answer = handsOff ? () => undefined : createSimulatedBorrower(client, workflowId, store);
  const { reference, stage, applicationId, loanId } = await followLoan(client, input.reference, {
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

async function runPayout(
  { client, sandbox }: Stack,
  { payoutFile }: StackOptions,
  progress: Progress,
): Promise<Summary['payout']> {
  const input = await readPayoutFile(payoutFile);
  const { workflowId } = await startPayout(client, input);
  const { reference, status } = await followPayout(client, input.reference, {
    everyMs: LOOK_EVERY_MS,
    onChange: (seen) => progress(`payout ${input.reference}`, seen),
  });
  const apiCalls = callsOf(sandbox, (name) => PAYOUT_OPERATIONS.has(name));
  return { reference, workflowId, status, apiCalls };
}

const sampleStore = (): DocumentStore => folderStore(readConfig(['documents']).documents.folder);

/** Of the two samples, the loan calls none of these and the payout no others. */
const PAYOUT_OPERATIONS = new Set(['resolveAccount', 'createPayout', 'getPayoutStatus']);

/** What the scheduled jobs call: on behalf of neither case alone. */
const SCHEDULED_OPERATIONS = new Set(['listWebhookEvents', 'listTransactions', 'verifyTransaction']);

function callsOf(sandbox: Stack['sandbox'], counts: (operation: string) => boolean): number {
  const { byOperation } = sandbox.calls.toJSON();
  const counted = Object.entries(byOperation).filter(([name]) => counts(name));
  return counted.reduce((sum, [, { calls }]) => sum + calls, 0);
}

const sandboxFigures = ({ sandbox }: Stack): Summary['sandbox'] => ({
  payoutsCommitted: sandbox.state.committed.list({ effect: 'payout-committed' }).length,
  refusedByRateLimit: sandbox.calls.toJSON().refusedByRateLimit,
});
