import type { BankList, NameAnswer, NameQuestion } from '../domain/names/enquiry';
import { REAL_TIME } from '../domain/time/clock';
import type { PayingTerms } from '../domain/payout/terms';
import { bankProxies, inPlace, looks } from './activity-proxies';
import { inWords, unlessRefused } from './case/failures';
import type { RateLimitReport } from '../activities/own-reports';

/** Asks the bank for its list of banks, within its rate limit. */
export const bankListWorkflow = (): Promise<BankList> =>
  unlessRefused(async () => {
    const listed = await bankProxies(REAL_TIME).urgent.listBanks({});
    const banks = listed.map(({ name, code, cbnBankCode, nipBankCode }) => ({
      name,
      code,
      otherCodes: [cbnBankCode, nipBankCode].filter((other) => typeof other === 'string'),
    }));
    return { banks };
  }, refusedInWords);

/**
 * Asks the bank in which name an account is held, within its rate limit, while a person waits for it. Without
 * a bank's code, the account is one of ours.
 */
export async function nameEnquiryWorkflow(given: NameQuestion): Promise<NameAnswer> {
  // A caller may give anything: the activity parses it.
  const { bankCode, accountNumber } = Object(given) as NameQuestion;
  const question = { account_number: accountNumber };
  return unlessRefused(async () => {
    const { urgent } = bankProxies(REAL_TIME);
    const { account_name: accountName } =
      bankCode === undefined
        ? (await urgent.getAccount(question)).account
        : await urgent.resolveAccount({ ...question, bank_code: bankCode });
    return { accountName };
  }, refusedInWords);
}

const refusedInWords = (_: unknown, error: unknown) => ({ refused: inWords(error) });

/** Asks the worker that calls the bank for the state of its rate limiter. */
export const rateLimitReportWorkflow = (): Promise<RateLimitReport> => looks.reportRateLimit();

/** Asks a worker for the accounts that payouts are paid from, and from which amount others approve. */
export const payingTermsWorkflow = (): Promise<PayingTerms> => inPlace.reportPayingTerms();
