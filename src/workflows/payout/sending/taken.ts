import { UNKNOWN_REFERENCE } from '../../../bank/contract/refusals';
import { sleep } from '@temporalio/workflow';
import { ActivityFailure } from '@temporalio/common';
import type { BankOperations } from '../../../bank/contract';
import { differencesFrom } from '../../../domain/payout/same-payout';
import { cadences, nextWaitSeconds } from '../../../domain/time/cadence';
import { pollDelay } from '../../../domain/time/clock';
import { refusalOf } from '../../case/failures';
import { attempt } from '../../case/steps';
import type { PayoutCase } from '../payout-case';

type Status = Awaited<ReturnType<BankOperations['getPayoutStatus']>>;

/** What the bank shows under the reference of a payout: ours, another one, or nothing (yet). */
export type Shown =
  | { readonly what: 'taken' }
  | { readonly what: 'absent' }
  | { readonly what: 'another'; readonly differences: readonly string[] };

/** Reads what the bank has under the reference; a read that fails waits for a person. */
export const readShown = (payout: PayoutCase): Promise<Shown> =>
  attempt(payout, 'Reading what became of the payout', () => read(payout));

/** The bank may have the payout but not show it yet; ends once it shows one. A read that fails is made again. */
export async function untilShown(payout: PayoutCase): Promise<Shown> {
  let waitedSeconds = 0;
  let shown: Shown = { what: 'absent' };
  while (shown.what === 'absent') {
    const seconds = nextWaitSeconds(cadences.payout, waitedSeconds);
    await sleep(pollDelay(payout.clock, seconds * 1000), { summary: 'before reading once more' });
    waitedSeconds += seconds;
    shown = await readOrAbsent(payout);
  }
  return shown;
}

async function readOrAbsent(payout: PayoutCase): Promise<Shown> {
  try {
    return await read(payout);
  } catch (error) {
    if (error instanceof ActivityFailure && error.cause?.name !== 'CancelledFailure')
      return { what: 'absent' };
    throw error;
  }
}

async function read(payout: PayoutCase): Promise<Shown> {
  const shown = await statusOf(payout);
  if (!shown) return { what: 'absent' };
  const differences = differencesFrom(payout.target, { amountKobo: shown.amount, ...shown.beneficiary });
  payout.sendTold(differences.length > 0 ? 'another' : 'taken', payout.now());
  if (differences.length > 0) return { what: 'another', differences };
  payout.learnAmount(shown.amount);
  return { what: 'taken' };
}

/** Whatever else a read is refused with is a failed read. */
async function statusOf({ bank, input }: PayoutCase): Promise<Status> {
  try {
    return await bank.urgent.getPayoutStatus({ reference: input.reference });
  } catch (error) {
    if (UNKNOWN_REFERENCE.includes(refusalOf(error)?.status ?? 0)) return null;
    throw error;
  }
}
