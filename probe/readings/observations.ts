import {
  type DimensionName,
  type ReadingName,
  dimensionNames,
  dimensions,
} from '../../sandbox/readings/dimensions';
import { isRecord, valueAt } from '../replies/problems';
import { documentedWords, folded } from '../../src/bank/contract/codes';
import type { Exchanges, Question } from './exchanges';

/** The reading of a dimension that a run's answers show; `undefined` if they show none. */
type Observation<D extends DimensionName> = (seen: Exchanges) => ReadingName<D> | undefined;

/** The dimensions that can be observed without harm. Only harmful writes would show the others. */
export const observations: { readonly [D in DimensionName]?: Observation<D> } = {
  unknownPayout: observedUnknownPayout,
  beneficiaryShown: observedBeneficiary,
  payoutWords: observedPayoutWords,
  pageSize: observedPageSize,
  listOrder: observedOrder,
  listTotals: (seen) => {
    const page = seen.to('large page')?.body;
    return isRecord(page) ? (valueAt(page, ['total']) === undefined ? 'absent' : 'given') : undefined;
  },
  listFilters: observedFilters,
  kycWords: observedKycWords,
  applicationTerms: observedTerms,
  offerExpiry: (seen) => {
    const offer = seen.last('getOffer');
    // Only time can show whether an expired offer is marked.
    return offer && isAbsent(offer.at('data.expiresAt')) ? 'no-expiry' : undefined;
  },
  charge: observedCharge,
  schedule: observedInstalments,
  units: observedUnits,
  rateLimitHeaders: observedHeaders,
  instants: observedInstants,
  dates: observedDates,
  errorBody: observedBody,
  guarantorAnswer: (seen) => {
    const guarantor = seen.last('listGuarantors')?.at('data.0');
    if (!isRecord(guarantor)) return undefined;
    if (typeof guarantor['submittedAt'] === 'string') return 'submitted-at';
    return typeof guarantor['status'] === 'string' ? 'status-word' : undefined;
  },
};

const isAbsent = (value: unknown) => value === undefined || value === null;

function observedUnknownPayout(seen: Exchanges): ReadingName<'unknownPayout'> | undefined {
  const answer = seen.to('unknown payout');
  if (!answer) return undefined;
  if (answer.status === 404) return 'not-found';
  if (answer.status === 400) return 'bad-request';
  if (answer.status === 422) return 'unprocessable';
  return answer.status === 200 && isAbsent(valueAt(answer.body, ['data'])) ? 'empty-data' : undefined;
}

function observedTerms(seen: Exchanges): ReadingName<'applicationTerms'> | undefined {
  const application = seen.last('applyForLoan');
  if (!application) return undefined;
  const { amount, repayment_period } = application.input as Record<string, unknown>;
  if (application.at('data.amount') !== amount) return 'capped-amount';
  return application.at('data.repayment_period') === repayment_period ? 'as-asked' : 'capped-period';
}

const rowsOf = (seen: Exchanges, question: Question): readonly unknown[] | undefined => {
  const rows = valueAt(seen.to(question)?.body, ['data']);
  return Array.isArray(rows) ? rows : undefined;
};

/** Only a list longer than a page shows the page size. */
function observedPageSize(seen: Exchanges): ReadingName<'pageSize'> | undefined {
  const asked = rowsOf(seen, 'large page')?.length;
  const small = seen.values('listCustomers', 'data').map((rows) => (Array.isArray(rows) ? rows.length : 0));
  if (asked === undefined) return undefined;
  const total = Number(valueAt(seen.to('large page')?.body, ['total']) ?? asked);
  if (small.filter((length) => length > 10).length > 1) return 'limit-ignored';
  if (asked >= Math.min(total, 100)) return asked > 50 ? 'as-asked' : undefined;
  return asked <= 20 ? 'at-most-20' : 'at-most-50';
}

function observedOrder(seen: Exchanges): ReadingName<'listOrder'> | undefined {
  const instants = (rowsOf(seen, 'large page') ?? []).map((row) =>
    Date.parse(String(valueAt(row, ['created_at']))),
  );
  const [first = NaN, last = NaN] = [instants[0], instants.at(-1)];
  if (!(first !== last && Number.isFinite(first) && Number.isFinite(last))) return undefined;
  return first > last ? 'newest-first' : 'oldest-first';
}

function observedFilters(seen: Exchanges): ReadingName<'listFilters'> | undefined {
  const unasked = rowsOf(seen, 'unknown customer');
  if (!unasked) return undefined;
  if (unasked.length > 0) return 'ignored';
  const shouted = rowsOf(seen, 'shouted filter');
  return shouted && (shouted.length > 0 ? 'honoured' : 'exact-case');
}

/** The form of a refusal's body, seen in the answer about an unknown payout. */
function observedBody(seen: Exchanges): ReadingName<'errorBody'> | undefined {
  const answer = seen.to('unknown payout');
  if (!answer || answer.status < 400) return undefined;
  const { body } = answer;
  if (!isRecord(body)) return 'plain-text';
  if (JSON.stringify(body).includes('probe-')) return 'echoing';
  if ('message' in body) return 'documented';
  if ('error' in body) return 'nested';
  return 'errors' in body ? 'errors-only' : undefined;
}

function observedHeaders(seen: Exchanges): ReadingName<'rateLimitHeaders'> | undefined {
  const named = (name: string) => seen.answers.some(({ headers }) => headers[name] !== undefined);
  if (seen.answers.length === 0) return undefined;
  if (named('ratelimit')) return 'combined';
  return named('ratelimit-remaining') ? 'separate' : 'none';
}

function observedInstants(seen: Exchanges): ReadingName<'instants'> | undefined {
  const [instant] = seen.values('getCustomer', 'data.created_at');
  return typeof instant === 'string' ? formOf(instant) : undefined;
}

function formOf(instant: string): ReadingName<'instants'> {
  if (!/T/i.test(instant)) return 'date-only';
  if (/z$/i.test(instant)) return 'utc';
  return /[+-]\d\d:?\d\d$/.test(instant) ? 'offset' : 'no-zone';
}

/** A charge that is under way shows only later whether it will be taken. */
function observedCharge(seen: Exchanges): ReadingName<'charge'> | undefined {
  const charge = seen.last('chargeRepayment');
  if (charge?.at('data.status') !== 'SUCCESS') return undefined;
  const { amount } = charge.input as { amount?: number };
  return charge.at('data.amount') === amount ? 'taken-at-once' : 'partly-taken';
}

const words: readonly string[] = documentedWords.instalment;

function observedInstalments(seen: Exchanges): ReadingName<'schedule'> | undefined {
  const listed = seen.last('getRepaymentSchedule')?.at('data.schedule');
  const instalments = (Array.isArray(listed) ? listed : []).filter(isRecord);
  if (instalments.length === 0) return undefined;
  if (instalments.some(({ status }) => status === undefined)) return 'amounts-only';
  if (instalments.some(({ totalDue }) => totalDue === 0)) return 'zero-instalments';
  if (instalments.some(({ totalDue }) => !Number.isInteger(totalDue))) return 'fractional-kobo';
  return instalments.every(({ status }) => words.includes(String(status))) ? 'documented' : 'other-words';
}

/** The form of an offer's end and due dates. Only a day above 12 shows whether day and month are swapped. */
function observedDates(seen: Exchanges): ReadingName<'dates'> | undefined {
  const offer = seen.last('getOffer');
  const [end, due] = ['data.expiresAt', 'data.repaymentSchedule.0.dueDate'].map((path) => offer?.at(path));
  if (typeof end !== 'string' || typeof due !== 'string') return undefined;
  if (end === '' && due === '') return 'empty';
  const parts = [end, due].map((date) => date.slice(0, 10).split('-').map(Number));
  if (parts.some(([, month = 0]) => month > 12)) return 'turned-round';
  if (parts.every(([, , day = 0]) => day <= 12)) return undefined;
  const form = formOf(due);
  return form === 'date-only' && formOf(end) !== 'date-only' ? 'documented' : form;
}

function observedBeneficiary(seen: Exchanges): ReadingName<'beneficiaryShown'> | undefined {
  const sent = (seen.last('createPayout')?.input as { beneficiary?: Record<string, unknown> } | undefined)
    ?.beneficiary;
  const status = seen.last('getPayoutStatus');
  if (!sent || !status) return undefined;
  if (status.at('data.beneficiary.bankCode') !== sent['bank_code']) return 'other-bank-code';
  return status.at('data.beneficiary.accountName') === sent['account_name'] ? 'as-sent' : 'as-registered';
}

/** The unit settings, derived from a payout of a known amount and the balance after it. */
interface SeenUnits {
  readonly transactions?: Unit | undefined;
  readonly balances?: Unit | undefined;
}

type Unit = 'kobo' | 'naira';

function seenUnits(seen: Exchanges): SeenUnits {
  const sentKobo = (seen.last('createPayout')?.input as { amount?: number } | undefined)?.amount;
  if (sentKobo === undefined) return {};
  const listed = seen.last('listTransactions')?.at('data.transactions');
  const rows = (Array.isArray(listed) ? listed : []).filter(isRecord);
  const has = (amount: number) => rows.some((row) => row['amount'] === amount);
  const transactions = has(sentKobo) ? 'kobo' : has(sentKobo / 100) ? 'naira' : undefined;
  return { transactions, balances: transactions && unitOfBalances(seen, rows, transactions) };
}

/** The unit in which the balance equals a listed movement's; `undefined` for a balance of 0. */
function unitOfBalances(seen: Exchanges, rows: readonly Record<string, unknown>[], transactions: Unit) {
  const shown = seen.last('getAccount')?.at('data.account.balance');
  if (typeof shown !== 'number' || shown === 0) return undefined;
  const leftKobo = rows.map(({ balance }) => Number(balance) * (transactions === 'kobo' ? 1 : 100));
  if (leftKobo.includes(shown)) return 'kobo';
  return leftKobo.includes(shown * 100) ? 'naira' : undefined;
}

function observedUnits(seen: Exchanges): ReadingName<'units'> | undefined {
  const { transactions, balances } = seenUnits(seen);
  if (transactions === 'naira' || balances === 'naira') return 'swapped';
  return transactions && 'documented';
}

/** The subjects whose words are observed, and the place of the words. */
const sources = {
  payout: ['getPayoutStatus', 'data.status'],
  kyc: ['getKycStatus', 'data.kyc_status'],
} as const satisfies { readonly [S in keyof typeof documentedWords]?: readonly [string, string] };

type Subject = keyof typeof sources;

const isDocumented = (subject: Subject, word: string) =>
  (documentedWords[subject] as readonly string[]).includes(folded(word));

function wordsOf(seen: Exchanges, subject: Subject): string[] {
  const [row, path] = sources[subject];
  return seen.values(row, path).filter((word) => typeof word === 'string');
}

/** Undocumented words, whose meaning only the lender can say. */
const unknownWords = (seen: Exchanges): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    (Object.keys(sources) as Subject[])
      .map(
        (subject) =>
          [subject, wordsOf(seen, subject).filter((word) => !isDocumented(subject, word))] as const,
      )
      .filter(([, words]) => words.length > 0)
      .map(([subject, words]) => [subject, [...new Set(words)]]),
  );

function observedPayoutWords(seen: Exchanges): ReadingName<'payoutWords'> | undefined {
  if (seen.values(...sources.payout).includes(null)) return 'null';
  return reading(seen, 'payout');
}

function observedKycWords(seen: Exchanges): ReadingName<'kycWords'> | undefined {
  if (wordsOf(seen, 'kyc').includes('EXPIRED')) return 'expires';
  return reading(seen, 'kyc');
}

function reading(seen: Exchanges, subject: Subject): 'documented' | 'lower-case' | 'synonyms' | undefined {
  const words = wordsOf(seen, subject);
  if (words.length === 0) return undefined;
  if (!words.every((word) => isDocumented(subject, word))) return 'synonyms';
  return words.every((word) => word === word.toUpperCase()) ? 'documented' : 'lower-case';
}

/** The bank's reading of one point that the interface leaves open, if a reply showed it. */
interface SeenReading {
  readonly dimension: DimensionName;
  readonly about: string;
  /** `undefined` if nothing showed it. */
  readonly reading?: string;
  readonly reason?: string;
}

export interface ReadingsReport {
  readonly readings: readonly SeenReading[];
  /** Variables for the worker's environment, so that it reads this bank correctly. */
  readonly settings: Readonly<Record<string, string>>;
  /** Words of the bank, by subject, whose meaning `BANK_WORDS` must say. */
  readonly unknownWords: Readonly<Record<string, readonly string[]>>;
}

export const readingsSeen = (seen: Exchanges): ReadingsReport => ({
  readings: dimensionNames.map((dimension) => seenReading(dimension, seen)),
  settings: settingsFor(seen),
  unknownWords: unknownWords(seen),
});

function seenReading(dimension: DimensionName, seen: Exchanges): SeenReading {
  const { about } = dimensions[dimension];
  const observe = observations[dimension];
  if (!observe) return { dimension, about, reason: 'it cannot be seen without harm' };
  const reading = observe(seen);
  return reading ? { dimension, about, reading } : { dimension, about, reason: 'no reply showed it' };
}

function settingsFor(seen: Exchanges): Record<string, string> {
  const { transactions, balances } = seenUnits(seen);
  return {
    ...(transactions && { SERVICE_TRANSACTION_UNIT: transactions }),
    ...(balances && { SERVICE_BALANCE_UNIT: balances }),
  };
}
