import { refusalOf } from '../../case/failures';
import { attempt, poll, waitFor } from '../../case/steps';
import type { PayoutCase } from '../payout-case';

/** A step that the bank refuses while the beneficiary's bank is down is tried again by itself once that is up. */
export async function despiteOutage<R>(payout: PayoutCase, step: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!refusalOf(error) || !(await untilBankIsUp(payout))) throw error;
    }
  }
}

/**
 * Waits while the beneficiary's bank is down; false when it was not, or an operator has said that it does not matter.
 * No sentence of a refusal tells an outage: the list of banks does.
 */
export async function untilBankIsUp(payout: PayoutCase): Promise<boolean> {
  const { bankCode } = payout.input.beneficiary;
  const { minimumUptime } = payout.input.policy;
  if (payout.holds.areObstaclesOverruled || !(await isBankDown(payout))) return false;
  await waitFor(payout, 'BANK_UPTIME', () =>
    payout.holds.obstructed(() =>
      attempt(payout, "Asking for the bank's uptime", () =>
        poll(payout, 'bankUptime', (pace) =>
          payout.bank.watch.awaitBankUptime({ bankCode, minimumUptime, pace }),
        ),
      ),
    ),
  );
  return true;
}

/** A bank that the list does not have is not held against the payout, nor is a list that the bank refuses. */
async function isBankDown({ bank, input: { beneficiary, policy } }: PayoutCase): Promise<boolean> {
  try {
    const banks = await bank.routine.listBankUptime({});
    const found = banks.find(({ cbnBankCode, nipBankCode }) =>
      [cbnBankCode, nipBankCode].includes(beneficiary.bankCode),
    );
    return found !== undefined && found.uptime < policy.minimumUptime;
  } catch (error) {
    if (refusalOf(error)) return false;
    throw error;
  }
}
