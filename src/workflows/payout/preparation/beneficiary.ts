import { matchNames, suffices, type NameVerdict } from '../../../domain/names/matching';
import { attempt } from '../../case/steps';
import type { PayoutCase } from '../payout-case';
import { despiteOutage } from './bank-uptime';

/** Resolves the beneficiary's account and compares the name; a person decides where the policy does not. */
export async function confirmBeneficiary(payout: PayoutCase): Promise<string> {
  if (payout.preApproval) return payout.preApproval.accountName;
  const { beneficiary, policy } = payout.input;
  const accountName = payout.input.nameOnAccount ?? (await resolve(payout));
  const verdict = matchNames(beneficiary.accountName, accountName);
  payout.facts.nameVerdict = verdict;
  const isEnough = suffices(verdict, policy.nameMatch) || payout.making.isVouchedFor(accountName);
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
  payout.nameInQuestion = accountName;
  payout.raiseAttention(`the name in which the account is held ${finding} the given one`, [
    'confirmName',
    'amend',
    'cancel',
  ]);
  payout.making.nameVouchedBy(await payout.commands.ask('confirmName'), accountName);
  payout.settleAttention();
}
