import { nairaText } from '../../../domain/money/amounts';
import { attempt } from '../../case/steps';
import type { PayoutCase } from '../payout-case';

/** Too little money, or a locked account, waits for a person. */
export async function untilSourceCanPay(payout: PayoutCase): Promise<void> {
  let obstacle = await obstacleAtSource(payout);
  while (obstacle !== undefined) {
    payout.raiseAttention(obstacle, ['retry', 'release', 'amend', 'cancel']);
    await payout.holds.obstructed(() => payout.commands.ask('retry'));
    payout.settleAttention();
    obstacle = await obstacleAtSource(payout);
  }
}

/** Nothing once an operator has said that it does not matter. */
async function obstacleAtSource(payout: PayoutCase): Promise<string | undefined> {
  const { dutyKobo } = payout;
  const { source, amountKobo } = payout.input;
  if (payout.holds.areObstaclesOverruled) return undefined;
  const { account } = await attempt(payout, 'Reading the account that pays', () =>
    payout.bank.routine.getAccount({ account_number: source.accountNumber }),
  );
  if (account.locked) return 'the account that pays is locked';
  if (account.available_balance >= amountKobo + dutyKobo) return undefined;
  const duty = dutyKobo > 0 ? `, ${nairaText(dutyKobo)} of stamp duty included` : '';
  return `the account that pays holds too little money${duty}`;
}
