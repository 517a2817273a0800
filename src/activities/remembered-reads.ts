import { LRUCache } from 'lru-cache';
import { canonical } from '../authority/digest';
import { realDuration, type Clock } from '../domain/time/clock';
import { matchNames } from '../domain/names/matching';
import type { BankClient } from '../bank/client';
import type { BankOperations } from '../bank/contract';
import type { CallLimits } from '../bank/exchange';

/** How a process shares its reads. */
export interface CoalescingTerms {
  readonly clock: Clock;
  /** Real milliseconds of one monotonic clock. */
  readonly now: () => number;
  /** Business hours for which a resolved beneficiary is known. */
  readonly beneficiaryMemoryHours: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The reads whose recent answers do no harm, with the business seconds for which they may be used. */
const usableForSeconds = {
  resolveAccount: ({ beneficiaryMemoryHours }) => beneficiaryMemoryHours * HOUR,
  listBanks: () => 24 * HOUR,
  listBankUptime: () => MINUTE,
  getAccount: () => MINUTE / 2,
  calculateRepayment: () => 10 * MINUTE,
} as const satisfies Partial<Record<keyof BankOperations, (terms: CoalescingTerms) => number>>;

type SharedName = keyof typeof usableForSeconds;

/** A bank account, and the name in which the caller expects it to be held. */
interface BeneficiaryQuestion {
  readonly bankCode: string;
  readonly accountNumber: string;
  /** A remembered name that does not fit this one is forgotten, so that the bank is asked anew. */
  readonly accountName?: string;
}

/** The bank with shared reads, and the memory of resolved beneficiaries. */
export interface CoalescedReads {
  readonly bank: BankClient;
  /** The holder's name as this process resolved it lately; `undefined` when it did not. Costs no call. */
  readonly recallBeneficiary: (question: BeneficiaryQuestion) => string | undefined;
}

/** Puts a memory before the bank's harmless reads: one question under way or just answered is not asked again. */
export function coalesceReads(bank: BankClient, terms: CoalescingTerms): CoalescedReads {
  const answers = new LRUCache<string, { readonly data: object; readonly readAtMs: number }>({ max: 5_000 });
  const underWay = new Map<string, { answer: Promise<unknown>; signal: AbortSignal | undefined }>();
  const recall = (name: SharedName, input: object): unknown => {
    const usableForMs = realDuration(terms.clock, usableForSeconds[name](terms) * 1_000);
    const known = answers.get(keyOf(name, input));
    return known && known.readAtMs >= terms.now() - usableForMs ? known.data : undefined;
  };
  const ask = (name: SharedName, input: object, limits: CallLimits): Promise<unknown> => {
    const [key, readAtMs] = [keyOf(name, input), terms.now()];
    const call = bank[name] as (input: object, limits: CallLimits) => Promise<object>;
    const answer = call(input, limits)
      .then((data) => {
        answers.set(key, { data, readAtMs });
        return data;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, { answer, signal: limits.signal });
    return answer;
  };
  const read = async (name: SharedName, input: object, limits: CallLimits): Promise<unknown> => {
    const known = recall(name, input);
    if (known !== undefined) return known;
    const joined = underWay.get(keyOf(name, input));
    if (!joined) return ask(name, input, limits);
    try {
      return await joined.answer;
    } catch (error) {
      // The caller that asked was cancelled; that is no answer for the others.
      if (!joined.signal?.aborted || limits.signal?.aborted) throw error;
      return read(name, input, limits);
    }
  };
  const shared = (Object.keys(usableForSeconds) as SharedName[]).map((name) => [
    name,
    (input: object = {}, limits: CallLimits = {}) => read(name, input, limits),
  ]);
  return {
    bank: { ...bank, ...(Object.fromEntries(shared) as Partial<BankClient>) },
    recallBeneficiary: ({ bankCode, accountNumber, accountName }) => {
      const input = { bank_code: bankCode, account_number: accountNumber };
      const { account_name: found } = Object(recall('resolveAccount', input)) as { account_name?: string };
      if (found === undefined || accountName === undefined) return found;
      if (matchNames(accountName, found) !== 'mismatch') return found;
      answers.delete(keyOf('resolveAccount', input));
      return undefined;
    },
  };
}

const keyOf = (name: SharedName, input: object) => canonical([name, input]);
