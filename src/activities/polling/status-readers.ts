import type { BankClient } from '../../bank/client';
import { OPEN_POLL_SECONDS } from '../../domain/time/activity-timeouts';
import { realDuration, type Clock } from '../../domain/time/clock';
import type { RateLimiter } from 'fixed-window-limiter';
import { ReadLimiter } from './read-limiter';
import { applicationSource, payoutSource, type PayoutFact, type Source } from './status-sources';
import { realTiming, StatusFeed, type OpenPollLimits, type Timing } from './status-feed';
import type { StatusReader } from './status-reader';

/** The terms by which reads are planned. */
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
  const payouts = new Map<string | undefined, StatusReader<PayoutFact>>();
  return {
    feed,
    timing,
    kyc: reader({
      kind: 'rest',
      single: (customerId, limits) => bank.getKycStatus({ customerId }, limits),
    }),
    bankStatements: reader({
      kind: 'rest',
      single: (applicationId, limits) => bank.getBankStatementStatus({ applicationId }, limits),
    }),
    applications: reader(applicationSource(bank)),
    schedules: reader({
      kind: 'rest',
      single: (loanId, limits) => bank.getRepaymentSchedule({ loanId }, limits),
    }),
    uptimes: reader({ kind: 'rest', single: (_bankCode, limits) => bank.listBankUptime({}, limits) }),
    payoutsOf(accountNumber: string | undefined) {
      const known = payouts.get(accountNumber) ?? reader(payoutSource(bank, accountNumber));
      payouts.set(accountNumber, known);
      return known;
    },
  };
}

export type Statuses = ReturnType<typeof readStatuses>;
