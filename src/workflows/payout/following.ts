import { firstOf } from '../case/races';
import { attempt, poll, waitFor } from '../case/steps';
import type { PayoutResult } from '../results';
import type { PayoutCase } from './payout-case';

/** Follows the payout until the bank says SUCCESS, FAILED or REVERSED, or a person shows evidence of its end. */
export async function follow(payout: PayoutCase): Promise<PayoutResult> {
  payout.enter('PENDING');
  const { status, ...more } = await waitFor(payout, 'PAYOUT_OUTCOME', () =>
    firstOf(
      () => untilSettled(payout),
      () => payout.endByResolution(),
    ),
  );
  return payout.end(status, more);
}

/** How the bank says that the payout ended. */
async function untilSettled(
  payout: PayoutCase,
): Promise<Pick<PayoutResult, 'status'> & Partial<PayoutResult>> {
  const { reference, amountKobo, source } = payout.input;
  const sent = { reference, amountKobo, sourceAccountNumber: source.accountNumber };
  const { status, message, feeKobo, uniqueRef } = await attempt(payout, 'Asking for the status', () =>
    poll(payout, 'payout', (pace) => payout.bank.watch.awaitPayoutOutcome({ ...sent, pace })),
  );
  const fee = feeKobo === undefined ? {} : { feeKobo };
  Object.assign(payout.facts, { uniqueRef, ...fee, settledAt: payout.now() });
  return { status, uniqueRef, ...fee, ...(status !== 'SUCCESS' && { reason: message }) };
}
