import { setTimeout as sleep } from 'node:timers/promises';
import { beginReconciliation, reconciliationReport } from '../src/cases/reconcile';
import type { TestEnvironment } from './test-environment';

/** How our ledger and the bank's statements compare. */
export interface Reconciled {
  readonly matched: number;
  readonly unmatched: number;
  readonly differenceKobo: number;
}

/** What is younger may lack its counterpart on either side, and would not be reported as a difference yet. */
const SETTLE_SECONDS = 300;

/** Reconciles with the product's own means when everything has settled and nothing goes wrong any more. */
export async function reconciled({ client, sandbox }: TestEnvironment): Promise<Reconciled> {
  sandbox.state.faults.remove();
  await sleep((SETTLE_SECONDS / sandbox.clock.read().rate) * 1_000);
  const { reference } = await beginReconciliation(client, {});
  const { matched, unmatched, differenceKobo } = await reconciliationReport(client, reference);
  return { matched, unmatched, differenceKobo };
}

/** Whether both sides agree, and on no fewer payouts than there were. */
export const agree = ({ matched, unmatched, differenceKobo }: Reconciled, payouts: number): boolean =>
  matched >= payouts && unmatched === 0 && differenceKobo === 0;
