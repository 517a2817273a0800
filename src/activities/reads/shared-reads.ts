import { realDuration, type Clock } from '../../domain/clock';
import { matchNames } from '../../domain/name-matching';
import type { Client } from '../../service/client';
import type { Service } from '../../service/contract';
import type { CallLimits } from '../../service/exchange';
import { RecentAnswers } from './recent-answers';

/** How a process shares its reads. */
export interface SharingTerms {
  readonly clock: Clock;
  /** Real milliseconds of one monotonic clock. */
  readonly now: () => number;
  /** Business hours for which a resolved beneficiary is known. */
  readonly beneficiaryMemoryHours: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The reads of which a recent answer does no harm, and for how many business seconds it may be used. */
const usableForSeconds = {
  resolveAccount: ({ beneficiaryMemoryHours }) => beneficiaryMemoryHours * HOUR,
  listBanks: () => 24 * HOUR,
  listBankUptime: () => MINUTE,
  getAccount: () => MINUTE / 2,
  calculateRepayment: () => 10 * MINUTE,
} as const satisfies Partial<Record<keyof Service, (terms: SharingTerms) => number>>;

type SharedName = keyof typeof usableForSeconds;

/** A bank account, and the name in which whoever asks expects it to be held. */
interface BeneficiaryQuestion {
  readonly bankCode: string;
  readonly accountNumber: string;
  /** A remembered name that does not fit this one is forgotten, so that the service is asked anew. */
  readonly accountName?: string;
}

/** The service with reads that are shared, and what is known without asking it. */
export interface SharedReads {
  readonly service: Client;
  /** The holder's name as this process resolved it lately; null when nobody did. Costs no call. */
  readonly recallBeneficiary: (
    question: BeneficiaryQuestion,
  ) => Promise<{ readonly accountName: string } | null>;
}

/** Puts a memory before the service's harmless reads: one question under way or just answered is not asked again. */
export function shareReads(service: Client, terms: SharingTerms): SharedReads {
  const sharing = new Sharing(service, terms);
  const shared = (Object.keys(usableForSeconds) as SharedName[]).map((name) => [
    name,
    (input: object = {}, limits: CallLimits = {}) => sharing.read(name, input, limits),
  ]);
  return {
    service: { ...service, ...(Object.fromEntries(shared) as Partial<Client>) },
    recallBeneficiary: async ({ bankCode, accountNumber, accountName }) => {
      const input = { bank_code: bankCode, account_number: accountNumber };
      const found = sharing.recall('resolveAccount', input) as { account_name: string } | undefined;
      if (!found) return null;
      if (accountName === undefined || matchNames(accountName, found.account_name) !== 'mismatch')
        return { accountName: found.account_name };
      sharing.forget('resolveAccount', input);
      return null;
    },
  };
}

interface Flight {
  readonly answer: Promise<unknown>;
  readonly signal: AbortSignal | undefined;
}

class Sharing {
  private readonly answers = new RecentAnswers();
  private readonly flights = new Map<string, Flight>();

  constructor(
    private readonly service: Client,
    private readonly terms: SharingTerms,
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
    const flight = this.flights.get(key);
    if (!flight) return this.ask(name, input, limits);
    try {
      return await flight.answer;
    } catch (error) {
      // Whoever asked was cancelled; that is no answer for the others.
      if (!flight.signal?.aborted || limits.signal?.aborted) throw error;
      return this.read(name, input, limits);
    }
  }

  private ask(name: SharedName, input: object, limits: CallLimits): Promise<unknown> {
    const key = keyOf(name, input);
    const readAtMs = this.terms.now();
    const call = this.service[name] as (input: object, limits: CallLimits) => Promise<unknown>;
    const answer = call(input, limits)
      .then((data) => {
        this.answers.keep(key, data, readAtMs);
        return data;
      })
      .finally(() => this.flights.delete(key));
    this.flights.set(key, { answer, signal: limits.signal });
    return answer;
  }
}

const keyOf = (name: SharedName, input: object) =>
  JSON.stringify([name, ...Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);
