import { differencesFrom } from '../../domain/payout/order';
import { returnedText } from '../../domain/payout/returned-money';
import type { PayoutOutcome } from '../../activities/polling/awaited-statuses';
import { attempt, firstOf, poll, waitFor, wakeUp } from '../case/steps';
import type { PayoutCase } from './payout-case';
import type { FollowedPayout } from './returned-money';
import type { PayoutResult } from '../../domain/payout/stages';

/** Follows the payout until the bank reports SUCCESS, FAILED or REVERSED, or a person proves its end. */
export async function follow(payout: PayoutCase): Promise<PayoutResult> {
  payout.enter('PENDING');
  const { status, message } = await waitFor(payout, 'PAYOUT_OUTCOME', () =>
    firstOf(
      () => untilClear(payout),
      () => payout.endByResolution(),
    ),
  );
  return payout.close(status, status === 'SUCCESS' ? undefined : message);
}

/** The bank's outcome once nothing contradicts it; a person is asked about every contradiction. */
export async function untilClear(on: FollowedPayout): Promise<PayoutOutcome> {
  // Ends with an outcome that nothing contradicts.
  for (;;) {
    const outcome = await attempt(on, 'Asking for the status', () =>
      poll(on, 'payout', (pace) => on.bank.watch.awaitPayoutOutcome({ ...on.watched, pace })),
    );
    on.learnEnd(outcome);
    const doubt = anotherIn(on, outcome) ?? (await returnedIn(on, outcome));
    if (doubt === undefined) return outcome;
    raise(on, doubt);
    await wakeUp(on);
  }
}

/** Asks a person, once for each finding while attention lasts: each night finds the same again. */
export function raise({ owner, returns: { raised } }: FollowedPayout, doubt: string): void {
  if (!owner.attention) raised.clear();
  if (raised.has(doubt)) return;
  raised.add(doubt);
  owner.raiseAttention(doubt, ['recheck', 'resolveAttention']);
}

/** An outcome from a list of transactions names no beneficiary: its amount was compared before. */
function anotherIn({ target }: FollowedPayout, { status, amountKobo, beneficiary }: PayoutOutcome) {
  const differences = beneficiary ? differencesFrom(target, { amountKobo, ...beneficiary }) : [];
  return differences.length === 0
    ? undefined
    : `the bank says ${status} of another payout than was ordered under this reference (it differs in ${differences.join(', ')})`;
}

/** Money that came back although the status is SUCCESS. */
async function returnedIn(on: FollowedPayout, { status, amountKobo, feeKobo }: PayoutOutcome) {
  if (status !== 'SUCCESS') return undefined;
  const returned = await on.returns.look(on);
  return returned.length === 0
    ? undefined
    : `the bank calls it paid, but ${returnedText(returned, { amountKobo, feeKobo, returned: on.returns.settled })}`;
}
