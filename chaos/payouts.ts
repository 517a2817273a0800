import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { caseId } from '../src/domain/wire/workflow-ids';
import { payoutInput, type PayoutFile } from '../src/domain/payout/input';
import type { BankState } from '../sandbox/bank-state';
import { startCase } from '../src/cases/start';
import { kinds } from '../src/domain/kinds';
import type { PayoutResult } from '../src/domain/payout/stages';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let made = 0;

/** A payout like the example, under a reference of its own. */
export const payoutFile = (name: string, changes: Partial<PayoutFile> = {}): PayoutFile => ({
  ...sample('payout'),
  reference: `PO-${++made}-${name}`,
  ...changes,
});

/** Starts payouts, and answers with their references. */
export async function startPayouts(client: Client, files: readonly PayoutFile[]): Promise<string[]> {
  await Promise.all(files.map((file) => startCase(client, kinds.payout, payoutInput.parse(file))));
  return files.map(({ reference }) => reference);
}

/** A payout that waits, before it is sent, until an operator confirms the name in which its account is held. */
export function doubtfulPayoutFile(name: string, account = 0): PayoutFile {
  const file = payoutFile(name);
  const accountNumber = String(1_230_000_000 + account);
  return { ...file, beneficiary: { ...file.beneficiary, accountNumber, accountName: 'Another Holder' } };
}

/** What has not ended by then is stuck. */
export const PATIENCE_MS = 5 * 60_000;
const ASK_AGAIN_MS = 500;

/** How often a payout was really taken by the bank. */
export const timesCommitted = ({ committed }: BankState, reference: string): number =>
  committed.list({ effect: 'payout-committed', key: reference }).length;

/** How a payout ends; nothing when it does not. */
export const endOfPayout = async (client: Client, reference: string, patienceMs = PATIENCE_MS) =>
  (await endOf<PayoutResult>(client, caseId('payout', reference), patienceMs))?.status;

/** What a workflow ends with; nothing when it does not end. */
export async function endOf<R>(
  client: Client,
  workflowId: string,
  patienceMs = PATIENCE_MS,
): Promise<R | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  setMaxListeners(0, signal); // The client adds one for every long poll.
  for (;;) {
    try {
      return (await client.withAbortSignal(signal, () =>
        client.workflow.getHandle(workflowId).result(),
      )) as R;
    } catch (error) {
      if (signal.aborted) return undefined;
      // A server was killed.
      if (error instanceof WorkflowFailedError) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

/** One of the example files, as it stands. */
export const sample = (name: string) =>
  JSON.parse(readFileSync(join(__dirname, '../examples', `${name}.json`), 'utf8'));

/** The board resolution among the examples, as a loan hands it in. */
export const boardResolution = () => {
  const path = 'board-resolution.pdf';
  const content = readFileSync(join(__dirname, '../examples/documents', path));
  return {
    tag: 'BOARD_RESOLUTION_DOC',
    path,
    sha256: createHash('sha256').update(content).digest('hex'),
  } as const;
};
