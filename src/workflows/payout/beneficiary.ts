import { matchNames, type NameVerdict } from '../../domain/name-matching';
import { attempt } from '../case/steps';
import type { PayoutCase } from './payout-case';
import { despiteOutage } from './readiness';

/** Resolves the beneficiary's account and compares the name; a person decides where the policy does not. */
export async function confirmBeneficiary(payout: PayoutCase): Promise<string> {
  if (payout.cover) return payout.cover.accountName;
  const { beneficiary, policy } = payout.input;
  const accountName = payout.input.knownName ?? (await resolve(payout));
  const verdict = matchNames(beneficiary.accountName, accountName);
  payout.file.facts.nameVerdict = verdict;
  if (!suffices(verdict, policy.nameMatch)) await askForName(payout, verdict);
  return accountName;
}

async function resolve(payout: PayoutCase): Promise<string> {
  const { beneficiary } = payout.input;
  const { account_name } = await attempt(payout, 'Resolving the beneficiary', () =>
    despiteOutage(payout, () =>
      payout.service.urgent.resolveAccount({
        account_number: beneficiary.accountNumber,
        bank_code: beneficiary.bankCode,
      }),
    ),
  );
  return account_name;
}

const suffices = (verdict: NameVerdict, asked: 'match' | 'close') =>
  verdict === 'match' || (verdict === 'close' && asked === 'close');

async function askForName({ file, desk }: PayoutCase, verdict: NameVerdict): Promise<void> {
  const finding = verdict === 'close' ? 'is close to' : 'does not fit';
  file.raiseAttention(`the name in which the account is held ${finding} the given one`, [
    'confirmName',
    'amend',
    'cancel',
  ]);
  await desk.ask('confirmName');
  file.settleAttention();
}
