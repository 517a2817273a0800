import { condition } from '@temporalio/workflow';
import type { refusals } from '../../service/contract/refusals';
import { refusalOf } from '../case/failures';
import { attempt, poll, waitFor, within } from '../case/steps';
import type { PayoutCase } from './payout-case';

type Message<N extends keyof typeof refusals> = (typeof refusals)[N]['message'];

const BANK_TROUBLE: readonly string[] = [
  'the bank does not answer' satisfies Message<'bankSilent'>,
  'the bank refused the transfer' satisfies Message<'bankRefused'>,
];

/** Waits until nothing holds the payout back: its bank is up, its account can pay, and no operator holds it. */
export async function becomeReady(payout: PayoutCase): Promise<void> {
  if (payout.input.policy.preChecks === 'always') {
    await untilBankIsUp(payout);
    await untilSourceCanPay(payout);
  }
  while (payout.held) await waitFor(payout, 'RELEASE', () => condition(() => !payout.held));
}

/** A step that the beneficiary's bank refused because it is down is tried again by itself once the bank is up. */
export async function despiteOutage<R>(payout: PayoutCase, step: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const isBankTrouble = BANK_TROUBLE.includes(refusalOf(error)?.refusal ?? '');
      if (!isBankTrouble || payout.released || !(await untilBankIsUp(payout))) throw error;
    }
  }
}

/** Whether it was down: then it is up again now, or an operator has said that it does not matter. */
async function untilBankIsUp(payout: PayoutCase): Promise<boolean> {
  if (payout.released || !(await isBankDown(payout))) return false;
  const { bankCode } = payout.input.beneficiary;
  const { minimumUptime } = payout.input.policy;
  await waitFor(payout, 'BANK_UPTIME', () =>
    unlessReleased(payout, () =>
      attempt(payout, "Asking for the bank's uptime", () =>
        poll(payout, 'bankUptime', (pace) =>
          payout.service.watch.awaitBankUptime({ bankCode, minimumUptime, pace }),
        ),
      ),
    ),
  );
  return true;
}

/** A bank that the list does not have is not held against the payout. */
async function isBankDown(payout: PayoutCase): Promise<boolean> {
  const { beneficiary, policy } = payout.input;
  const banks = await attempt(payout, "Asking for the bank's uptime", () =>
    payout.service.routine.listBankUptime({}),
  );
  const codes = [beneficiary.bankCode];
  const bank = banks.find(
    ({ cbnBankCode, nipBankCode }) => codes.includes(cbnBankCode) || codes.includes(nipBankCode),
  );
  return bank !== undefined && bank.uptime < policy.minimumUptime;
}

/** Too little money, or a locked account, waits for a person. */
async function untilSourceCanPay(payout: PayoutCase): Promise<void> {
  for (;;) {
    if (payout.released) return;
    const obstacle = await obstacleAtSource(payout);
    if (obstacle === undefined) return;
    payout.sourceObstructs = true;
    payout.file.raiseAttention(obstacle, ['retry', 'release', 'amend', 'cancel']);
    await unlessReleased(payout, () => payout.desk.ask('retry'));
    payout.sourceObstructs = false;
    payout.file.settleAttention();
  }
}

async function obstacleAtSource(payout: PayoutCase): Promise<string | undefined> {
  const { source, amountKobo } = payout.input;
  const { account } = await attempt(payout, 'Reading the account that pays', () =>
    payout.service.routine.getAccount({ account_number: source.accountNumber }),
  );
  if (account.locked) return 'the account that pays is locked';
  return account.available_balance < amountKobo ? 'the account that pays holds too little money' : undefined;
}

/** Waits for something, or for an operator's word that it does not matter. */
const unlessReleased = (payout: PayoutCase, wait: () => Promise<unknown>) =>
  within(Infinity, () => Promise.race([wait(), condition(() => payout.released)]));
