import { notifiedSignal } from '../../../src/domain/wire/messages';
import { bundleWith } from '../../support/workflow-bundle';
import { fastServers } from '../../support/workflows/fast-server';
import type { Steered } from '../../support/workflows/steering';
import { unpaid } from '../../support/workflows/unpaid-loan';

/** Turns after which a run hands over, and notes that make so many. */
const TURNS_MAX = 10;
const NOTES = 15;
/** Longer than a run waits for quiet before it hands over. */
const READ_MS = 4_000;

const environment = fastServers(() => ({ short: { bundle: bundleWith({ TURNS_MAX }) } }));

async function crowd(repayment: Steered): Promise<void> {
  for (let note = 0; note < NOTES; note++) await repayment.tell('addNote', { text: `note ${note}` });
}

const runIdOf = async ({ handle: { workflowId } }: Steered) =>
  (await environment('short').found(workflowId).handle.describe()).runId;

test('a repayment that was told of a payment reads the schedule before it goes on in a new run', async () => {
  const among = environment('short');
  const { repayment, loanId } = await unpaid(among, { months: 6, policy: { mode: 'observe', graceDays: 1 } });
  const first = await runIdOf(repayment);
  among.plant({ kind: 'latency', milliseconds: READ_MS, operations: ['getRepaymentSchedule'] });
  among.bank.loans.change(loanId, { paidKobo: 10_000 });
  await repayment.handle.signal(notifiedSignal);
  await crowd(repayment);
  while ((await runIdOf(repayment)) === first) await among.sleep(1);
  expect((await among.found(repayment.handle.workflowId).snapshot()).facts.repaidKobo).toBe(10_000);
}, 120_000);
