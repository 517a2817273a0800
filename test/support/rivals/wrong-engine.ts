// A program that says of three payouts that they were paid: one it sends twice, one never, one once.
import { Bank } from '../../../rivals/engines/common/bank';
import { run, settings, submitAll, tell } from '../../../rivals/engines/common/program';
import type { Payout } from '../../../rivals/engines/common/settings';

const bank = new Bank(settings);
const SENDS = [2, 0, 1];

async function payOut(payout: Payout): Promise<void> {
  const sends = SENDS[settings.payouts.findIndex(({ reference }) => reference === payout.reference)] ?? 0;
  for (let number = 0; number < sends; number++) await bank.send(payout, 'ADA AMAKA BELLO');
  if (sends > 0) while ((await bank.end(payout.reference)) === undefined);
  tell(payout.reference, 'SUCCESS');
}

run(async () => {
  void submitAll(payOut);
  return async () => undefined;
});
