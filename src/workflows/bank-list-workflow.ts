import type { BankList } from '../domain/names/banks';
import { REAL_TIME } from '../domain/time/clock';
import { bankProxies } from './activity-proxies';
import { inWords, refusalOf } from './case/failures';

/** Asks the bank for its list of banks, within its rate limit. */
export async function bankListWorkflow(): Promise<BankList> {
  try {
    const listed = await bankProxies(REAL_TIME).urgent.listBanks({});
    const banks = listed.map(({ name, code, cbnBankCode, nipBankCode }) => ({
      ...{ name, code },
      otherCodes: [cbnBankCode, nipBankCode].filter((other) => typeof other === 'string'),
    }));
    return { banks };
  } catch (error) {
    if (refusalOf(error)) return { refused: inWords(error) };
    throw error;
  }
}
