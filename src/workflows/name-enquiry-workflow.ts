import type { NameAnswer, NameQuestion } from '../domain/names/enquiry';
import { REAL_TIME } from '../domain/time/clock';
import { bankProxies } from './activity-proxies';
import { inWords, refusalOf } from './case/failures';

/** Asks the bank in which name an account is held, within its rate limit, while a person waits for it. */
export async function nameEnquiryWorkflow(given: NameQuestion): Promise<NameAnswer> {
  // Whatever a caller gives: the activity parses it.
  const { bankCode, accountNumber } = Object(given) as NameQuestion;
  const question = { bank_code: bankCode, account_number: accountNumber };
  try {
    const { account_name: accountName } = await bankProxies(REAL_TIME).urgent.resolveAccount(question);
    return { accountName };
  } catch (error) {
    if (refusalOf(error)) return { refused: inWords(error) };
    throw error;
  }
}
