import { realDuration, type Clock } from '../domain/time/clock';
import { matchNames } from '../domain/names/matching';
import type { BankClient } from '../bank/client';
import type { BankOperations } from '../bank/contract';
import type { CallLimits } from '../bank/exchange';
import { LruCache } from './polling/lru-cache';

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
  /** The holder's name as this process resolved it lately; null when it did not. Costs no call. */
  readonly recallBeneficiary: (
    question: BeneficiaryQuestion,
  ) => Promise<{ readonly accountName: string } | null>;
}

/** Puts a memory before the bank's harmless reads: one question under way or just answered is not asked again. */
export function coalesceReads(bank: BankClient, terms: CoalescingTerms): CoalescedReads {
  const coalescing = new RequestCoalescing(bank, terms);
  const shared = (Object.keys(usableForSeconds) as SharedName[]).map((name) => [
    name,
    (input: object = {}, limits: CallLimits = {}) => coalescing.read(name, input, limits),
  ]);
  return {
    bank: { ...bank, ...(Object.fromEntries(shared) as Partial<BankClient>) },
    recallBeneficiary: async ({ bankCode, accountNumber, accountName }) => {
      const input = { bank_code: bankCode, account_number: accountNumber };
      const found = coalescing.recall('resolveAccount', input) as { account_name: string } | undefined;
      if (!found) return null;
      if (accountName === undefined || matchNames(accountName, found.account_name) !== 'mismatch')
        return { accountName: found.account_name };
      coalescing.forget('resolveAccount', input);
      return null;
    },
  };
}

interface RequestUnderWay {
  readonly answer: Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

class RequestCoalescing {
  private readonly answers = new LruCache();
  private readonly underWay = new Map<string, RequestUnderWay>();

  constructor(
    private readonly bank: BankClient,
    private readonly terms: CoalescingTerms,
  ) {}

  recall(name: SharedName, input: object): unknown {
    const usableForMs = realDuration(this.terms.clock, usableForSeconds[name](this.terms) * 1_000);
    return this.answers.recall(keyOf(name, input), this.terms.now() - usableForMs)?.data;
  }

  forget(name: SharedName, input: object): void {
    this.answers.forget(keyOf(name, input));
  }

  async read(name: SharedName, input: object, limits: CallLimits): Promise<unknown> {
    const known = this.recall(name, input);
    if (known !== undefined) return known;
    const key = keyOf(name, input);
    const joined = this.underWay.get(key);
    if (!joined) return this.ask(name, input, limits);
    try {
      return await joined.answer;
    } catch (error) {
      // The caller that asked was cancelled; that is no answer for the others.
      if (!joined.signal?.aborted || limits.signal?.aborted) throw error;
      return this.read(name, input, limits);
    }
  }

  private ask(name: SharedName, input: object, limits: CallLimits): Promise<unknown> {
    const key = keyOf(name, input);
    const readAtMs = this.terms.now();
    const call = this.bank[name] as (input: object, limits: CallLimits) => Promise<unknown>;
    const answer = call(input, limits)
      .then((data) => {
        this.answers.keep(key, data, readAtMs);
        return data;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, { answer, signal: limits.signal });
    return answer;
  }
}

const keyOf = (name: SharedName, input: object) =>
  JSON.stringify([name, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);
