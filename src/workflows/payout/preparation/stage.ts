import { condition } from '@temporalio/workflow';
import { nairaText } from '../../../domain/money/amounts';
import { matchNames, suffices, type NameVerdict } from '../../../domain/names/matching';
import { payoutContent } from '../../../domain/payout/order';
import { ANY_OTHER, approvalFor } from '../../../domain/payout/policy';
import { refusalOf, unlessRefused } from '../../case/failures';
import { attempt, poll, waitFor } from '../../case/steps';
import type { PayoutCase } from '../payout-case';

/**
 * Runs everything before the send: the beneficiary, the approval, and the holds. Begins anew when the payout
 * is amended meanwhile. Afterwards the payout counts as being sent. @returns the name to send it to
 */
export async function prepare(payout: PayoutCase): Promise<string> {
  let accountName: string | undefined;
  while (accountName === undefined) accountName = await payout.unlessAmended(() => makeReady(payout));
  return accountName;
}

/** @returns `undefined` if the payout was amended meanwhile */
async function makeReady(payout: PayoutCase): Promise<string | undefined> {
  const accountName = await confirmBeneficiary(payout);
  do {
    if (!(await obtainApproval(payout, accountName))) return undefined;
    await untilNothingHolds(payout);
  } while (!isApprovalValid(payout));
  payout.enter('SUBMITTING');
  return accountName;
}

/** Waits until its bank is up, its account can pay (if the policy checks that), and nobody holds it or wants it changed. */
async function untilNothingHolds(payout: PayoutCase): Promise<void> {
  if (payout.input.policy.preChecks === 'always') {
    await untilBankIsUp(payout);
    await untilSourceCanPay(payout);
  }
  while (payout.holds.isByOperator || payout.isAmendmentProposed)
    await (payout.holds.isByOperator
      ? waitFor(payout, 'RELEASE', () => payout.holds.untilReleased())
      : condition(() => !payout.isAmendmentProposed));
}

/** Resolves the beneficiary's account and compares the name; a person decides where the policy does not. */
export async function confirmBeneficiary(payout: PayoutCase): Promise<string> {
  if (payout.preApproval) return (payout.nameOnAccount = payout.preApproval.accountName);
  const { beneficiary, policy } = payout.input;
  const accountName = payout.input.nameOnAccount ?? (await resolve(payout));
  const verdict = matchNames(beneficiary.accountName, accountName);
  payout.nameOnAccount = accountName;
  payout.facts.nameVerdict = verdict;
  const isEnough = suffices(verdict, policy.nameMatch) || payout.contributors.isVouchedFor(accountName);
  if (!isEnough) await askForName(payout, { accountName, verdict });
  return accountName;
}

async function resolve(payout: PayoutCase): Promise<string> {
  const { beneficiary } = payout.input;
  const { account_name } = await attempt(payout, 'Resolving the beneficiary', () =>
    despiteOutage(payout, () =>
      payout.bank.urgent.resolveAccount({
        account_number: beneficiary.accountNumber,
        bank_code: beneficiary.bankCode,
      }),
    ),
  );
  return account_name;
}

async function askForName(
  payout: PayoutCase,
  { accountName, verdict }: { readonly accountName: string; readonly verdict: NameVerdict },
): Promise<void> {
  const finding = verdict === 'close' ? 'is close to' : 'does not fit';
  payout.raiseAttention(`the name in which the account is held ${finding} the given one`, [
    'confirmName',
    'amend',
    'cancel',
  ]);
  const said = await payout.commands.ask('confirmName');
  payout.contributors.nameVouchedBy(said, accountName);
  Object.assign(payout.facts, { nameConfirmedBy: said.actor, nameConfirmedFor: said.reason });
  payout.settleAttention();
}

/**
 * Waits for as many approvals as the policy asks for; the approval of a batch counts until it lapses.
 * @returns false when the payout was changed meanwhile.
 */
async function obtainApproval(payout: PayoutCase, accountName: string): Promise<boolean> {
  const { approvalExpiresHours } = payout.input.policy;
  const own = isApprovedWithBatch(payout) ? undefined : ruleOf(payout);
  const rule = payout.approval.wantedRule ?? own;
  if (!rule) return true;
  const isApproved = await payout.approval.obtain({
    content: payoutContent(payout.input, accountName),
    rule,
    makers: payout.makers,
    expiresHours: approvalExpiresHours,
  });
  if (isApproved) payout.enter('APPROVED');
  return isApproved;
}

/** A payout of a batch whose approval has lapsed needs the approval of at least one other person. */
const ruleOf = ({ preApproval, atMostKobo, input: { policy } }: PayoutCase) =>
  approvalFor(policy, atMostKobo, preApproval && ANY_OTHER);

const isApprovedWithBatch = (payout: PayoutCase): boolean =>
  payout.preApproval !== undefined && payout.now() < (payout.preApproval.until ?? FOR_EVER);

/** Later than any instant of business time, for batches approved before approvals had an end. */
const FOR_EVER = '9999';

/** Whether its approval still allows the send; a payout that needed none may be sent. */
export const isApprovalValid = (payout: PayoutCase): boolean =>
  payout.approval.until === undefined && payout.preApproval
    ? isApprovedWithBatch(payout)
    : payout.approval.isValid;

/** Retries a step that the bank refuses while the beneficiary's bank is down, once that bank is up. */
async function despiteOutage<R>(payout: PayoutCase, step: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!refusalOf(error) || !(await untilBankIsUp(payout))) throw error;
    }
  }
}

/**
 * Waits while the beneficiary's bank is down. Only the list of banks shows an outage; no refusal does.
 * @returns false if it was up, or an operator has overruled it
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

/** Counts a bank as up if the list does not have it, or if the bank refuses the list. */
async function isBankDown({ bank, input: { beneficiary, policy } }: PayoutCase): Promise<boolean> {
  const banks = await unlessRefused(
    () => bank.routine.listBankUptime({}),
    () => [],
  );
  const found = banks.find(({ cbnBankCode, nipBankCode }) =>
    [cbnBankCode, nipBankCode].includes(beneficiary.bankCode),
  );
  return found !== undefined && found.uptime < policy.minimumUptime;
}

/** Too little money, or a locked account, waits for a person. */
async function untilSourceCanPay(payout: PayoutCase): Promise<void> {
  let obstacle = await obstacleAtSource(payout);
  while (obstacle !== undefined) {
    payout.raiseAttention(obstacle, ['retry', 'release', 'amend', 'cancel']);
    await payout.holds.obstructed(() => payout.commands.ask('retry'));
    payout.settleAttention();
    obstacle = await obstacleAtSource(payout);
  }
}

/** `undefined` once an operator has overruled the obstacles. */
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
