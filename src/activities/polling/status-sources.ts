import type { RateLimiter } from 'fixed-window-limiter';
import type { BankClient } from '../../bank/client';
import type { CallLimits } from '../../bank/exchange';
import { documentedWords } from '../../bank/contract/codes';
import { PAGE_SIZE } from '../../bank/contract/limits';
import { finalStatusOf } from '../../domain/wire/bank-words';
import { referenceInDescription, type TransactionKind } from '../../domain/money/remarks';
import { unlessUnknown } from '../../bank/errors';
import { OPEN_POLL_SECONDS } from '../../domain/time/activity-timeouts';
import { realDuration, type Clock } from '../../domain/time/clock';
import { ReadLimiter, type ReadKind } from './read-limiter';
import { realTiming, StatusFeed, type OpenPollLimits, type Timing } from './status-feed';
import type { StatusReader } from './status-reader';

/** One page of a list: what it showed, by key. */
export interface Page<F> {
  readonly facts: ReadonlyMap<string, F>;
  readonly isLast: boolean;
}

/** How statuses of one kind are read: one by one, and where there is a list, a page at a time (from 1). */
export interface Source<F> {
  readonly kind: ReadKind;
  single(key: string, limits: CallLimits): Promise<F>;
  page?(page: number, limits: CallLimits): Promise<Page<F>>;
}

/** How far apart pages of one list lie at least, and how long a list that shows nothing is left alone. */
export interface PageTiming {
  readonly spacingMs: () => number;
  readonly unproductivePauseMs: number;
}

/** An application as the bank shows it, alone or in a list. */
export type ApplicationFact = Awaited<ReturnType<BankClient['getLoanApplication']>>;

/** How loan applications are read: a list shows each as it is shown alone. */
export const applicationSource = (bank: BankClient): Source<ApplicationFact> => ({
  kind: 'rest',
  single: (applicationId, limits) => bank.getLoanApplication({ applicationId }, limits),
  async page(page, limits) {
    const { data, pagination } = await bank.listLoanApplications({ page, limit: PAGE_SIZE }, limits);
    return {
      facts: new Map(data.map((application) => [application.application_id, application])),
      // Where the bank does not tell how many pages there are, the list ends with an empty one.
      isLast: data.length === 0 || page >= (pagination.pages ?? Infinity),
    };
  },
});

/** The facts of a payout: all of them by its status, or those that an account's transactions show. */
export interface PayoutFact {
  /** By its status: any the bank says, `''` while it cannot be seen. By transactions: SUCCESS, PENDING or UNCLEAR. */
  readonly status: string;
  readonly isWhole: boolean;
  readonly message: string;
  readonly amountKobo: number;
  readonly feeKobo?: number;
  readonly uniqueRef: string;
  /** The beneficiary, by its status. */
  readonly beneficiary?: { readonly bankCode: string; readonly accountNumber: string };
}

type Transactions = Awaited<ReturnType<BankClient['listTransactions']>>['transactions'];

/** How the payouts of one account are read; without an account there is no list. */
export const payoutSource = (bank: BankClient, accountNumber: string | undefined): Source<PayoutFact> => ({
  kind: 'money',
  single: (reference, limits) => payoutStatus(bank, reference, limits),
  ...(accountNumber !== undefined && {
    page: async (page: number, limits: CallLimits): Promise<Page<PayoutFact>> => {
      const asked = { account_number: accountNumber, page, limit: PAGE_SIZE };
      const { transactions, last } = await bank.listTransactions(asked, limits);
      return { facts: factsIn(transactions), isLast: last };
    },
  }),
});

const INVISIBLE: PayoutFact = { status: '', isWhole: true, message: '', amountKobo: 0, uniqueRef: '' };

async function payoutStatus(bank: BankClient, reference: string, limits: CallLimits): Promise<PayoutFact> {
  const shown = await bank.getPayoutStatus({ reference }, limits).catch(unlessUnknown);
  if (!shown) return INVISIBLE;
  const { status, message, amount, fee, uniqueRef, beneficiary } = shown;
  return {
    status: finalStatusOf(status) ?? status ?? 'PENDING',
    isWhole: true,
    message: message ?? '',
    amountKobo: amount,
    ...(fee != null && { feeKobo: fee }),
    uniqueRef: uniqueRef ?? '',
    beneficiary: { bankCode: beneficiary.bankCode, accountNumber: beneficiary.accountNumber },
  };
}

/**
 * The facts that a page of transactions shows about payouts: one went through, or has not yet. Anything
 * unusual is UNCLEAR, as only the status itself tells a failure or a reversal.
 */
function factsIn(transactions: Transactions): Map<string, PayoutFact> {
  const facts = new Map<string, PayoutFact>();
  for (const [reference, rows] of rowsByReference(transactions)) {
    const fact = factOf(rows);
    if (fact) facts.set(reference, fact);
  }
  return facts;
}

/** The transactions of one payout on a page, by their kind. */
type Rows = Record<TransactionKind, Transactions>;

function rowsByReference(transactions: Transactions): Map<string, Rows> {
  const found = new Map<string, Rows>();
  for (const row of transactions) {
    const { reference, kind } = referenceInDescription(row.description) ?? {};
    if (reference === undefined || kind === undefined) continue;
    const rows = found.get(reference) ?? { transfer: [], charge: [], reversal: [] };
    found.set(reference, { ...rows, [kind]: [...rows[kind], row] });
  }
  return found;
}

/** `undefined` if the page shows only the charge: the transfer stands on another one. */
function factOf({ transfer: [transfer, ...more], charge, reversal }: Rows): PayoutFact | undefined {
  if (!transfer) return undefined;
  const isOne = more.length === 0 && transfer.transactionType === 'DEBIT';
  const isUsual = isOne && !transfer.wasReversed && reversal.length === 0;
  const feeKobo = charge.reduce((sum, { amount }) => sum + amount, 0);
  return {
    status: isUsual && KNOWN.includes(transfer.externalStatus) ? transfer.externalStatus : 'UNCLEAR',
    isWhole: false,
    message: 'shown as settled among the transactions of the account',
    amountKobo: transfer.amount,
    uniqueRef: transfer.uniqueRef,
    ...(charge.length > 0 && { feeKobo }),
  };
}

const KNOWN: readonly string[] = documentedWords.transaction;

export interface PollingTerms {
  readonly clock: Clock;
  /** The clock of the limiter. */
  readonly timing?: Timing;
  /** Left out, reads are not spread over any window. */
  readonly limiter?: RateLimiter | undefined;
  readonly openPolls?: OpenPollLimits | undefined;
}

/** How many polls stay: the server hardly notices the heartbeats of this many. */
const OPEN_POLLS: OpenPollLimits = { longestMs: OPEN_POLL_SECONDS * 1_000, most: 500 };
/** Business seconds between two pages of one list, where calls are scarce. */
const PAGE_SPACING_SECONDS = 55;
/** Business seconds for which a list that showed no status that polls wait for is left alone. */
const UNPRODUCTIVE_PAUSE_SECONDS = 3_600;

/** All statuses that are polled: a reader for each kind, and for each account that pays out. */
export function readStatuses(
  bank: BankClient,
  { clock, limiter, timing = realTiming, openPolls = OPEN_POLLS }: PollingTerms,
) {
  const reads = new ReadLimiter(limiter, clock.rate, timing.now);
  const feed = new StatusFeed(reads, timing, openPolls);
  const pages = {
    spacingMs: () => realDuration(clock, PAGE_SPACING_SECONDS * 1_000) * reads.backOffFactor,
    unproductivePauseMs: realDuration(clock, UNPRODUCTIVE_PAUSE_SECONDS * 1_000),
  };
  const reader = <F>(source: Source<F>) => feed.reader(source, pages);
  const oneByOne = <F>(single: Source<F>['single']) => reader({ kind: 'rest', single });
  const payouts = new Map<string | undefined, StatusReader<PayoutFact>>();
  return {
    feed,
    timing,
    kyc: oneByOne((customerId, limits) => bank.getKycStatus({ customerId }, limits)),
    bankStatements: oneByOne((applicationId, limits) =>
      bank.getBankStatementStatus({ applicationId }, limits),
    ),
    applications: reader(applicationSource(bank)),
    schedules: oneByOne((loanId, limits) => bank.getRepaymentSchedule({ loanId }, limits)),
    uptimes: oneByOne((_bankCode, limits) => bank.listBankUptime({}, limits)),
    payoutsOf(accountNumber: string | undefined) {
      const known = payouts.get(accountNumber) ?? reader(payoutSource(bank, accountNumber));
      payouts.set(accountNumber, known);
      return known;
    },
  };
}

export type Statuses = ReturnType<typeof readStatuses>;
