import type { Client as TemporalClient } from '@temporalio/client';
import { REAL_TIME, type Clock } from '../domain/time/clock';
import { USUAL_LENDING_POLICY, type LendingPolicy } from '../domain/loan/policy';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../domain/payout/policy';
import type { PayingAccount } from '../domain/payout/terms';
import { OBSERVED_POLICY, type BankClient } from '../bank/client';
import { RateLimiter } from 'fixed-window-limiter';
import type { Records } from '../records/records';
import { createAuditActivities } from './audit';
import { Acceptor, type AuthoritySettings } from './authority/acceptor';
import { createAuthorityActivities, Starts } from './authority/activities';
import { attempted, inPlace } from './activity-wrapper';
import { createFence, NO_FENCE, type MarkedSend } from './gate/fence';
import { createGate } from './gate/gate';
import { createEventRelay } from './events/relay';
import { createEarlierRuns } from './adoption';
import { createBatchChecks } from './batch-checks';
import type { BankWords } from '../domain/wire/bank-words';
import { inDocumentedWords } from './documented-words';
import type { DocumentStore } from './documents/store';
import { createPayingTerms, createRateLimitReports } from './own-reports';
import { createHashes } from './hashes';
import { createInputParsers } from './parse-input';
import { stampOf } from './gate/policies';
import { createCharges } from './charges';
import type { OperationName } from '../bank/contract';
import { createBankActivities, registered } from './operations';
import { createPolls } from './polling/awaited-statuses';
import { realTiming, type OpenPollLimits } from './polling/status-feed';
import { readStatuses } from './polling/status-sources';
import { createScheduledJobs } from './reconciliation/scheduled-jobs';
import { coalesceReads } from './remembered-reads';
import { notifyingOfStalls } from './stall-notices';
import { createWakeUps } from './notifications/wake-ups';

/** The outside systems and the settings that the activities need. */
export interface ActivityDependencies {
  readonly bank: BankClient;
  readonly documents: DocumentStore;
  /** Temporal, for the activities that start, wake or list workflows. */
  readonly client: TemporalClient;
  /** The limiter that `bank` asks; left out, reads follow their cadences alone and there is nothing to report. */
  readonly limiter?: RateLimiter;
  /** How business time runs: real time but for demonstrations and tests. */
  readonly clock?: Clock;
  /** How careful to be with payouts; left out, no approval is needed. */
  readonly payoutPolicy?: PayoutPolicy;
  /** How careful to be with loans; left out, as usual. */
  readonly lendingPolicy?: LendingPolicy;
  /** The records that cases are written down in; left out, in Temporal alone. */
  readonly records?: Records | undefined;
  /** Our accounts that the settings name: reconciled even when nothing was paid from them. */
  readonly accounts?: readonly PayingAccount[];
  /** Meanings of the bank's words that the document does not have; left out, they mean nothing. */
  readonly bankWords?: BankWords;
  /** Words by which the bank names a fee on a statement; left out, the usual ones. */
  readonly feeWords?: readonly string[] | undefined;
  /** Business hours for which this process knows a resolved beneficiary. */
  readonly beneficiaryMemoryHours?: number;
  /** Real milliseconds of one monotonic clock, that of the rate limiter. */
  readonly now?: () => number;
  /** How long a step may repeat without progress before its case needs attention; left out, seven minutes. */
  readonly stalledAfterMs?: number;
  /** How many polls stay in this process, and how long. */
  readonly openPolls?: OpenPollLimits;
  /** Operations that a worker offers as activities though no workflow of ours schedules them. */
  readonly extraActivities?: readonly OperationName[];
  /** Whether events may be posted into networks of one's own, and without TLS; left out, they may not. */
  readonly privateEndpoints?: boolean;
  /** How workers know who asks; there is no default. */
  readonly authority: AuthoritySettings;
}

/** Everything that touches the outside, as workflows see it. */
export type Activities = ReturnType<typeof createActivities>;

export function createActivities({
  bank,
  documents,
  client,
  limiter,
  accounts = [],
  feeWords,
  bankWords = {},
  clock = REAL_TIME,
  payoutPolicy = USUAL_PAYOUT_POLICY,
  lendingPolicy = USUAL_LENDING_POLICY,
  beneficiaryMemoryHours = 24,
  now = () => performance.now(),
  openPolls,
  records,
  stalledAfterMs,
  extraActivities = [],
  privateEndpoints = false,
  authority,
}: ActivityDependencies) {
  const acceptor = new Acceptor(authority, {
    isAudited: records !== undefined,
    policy: stampOf(payoutPolicy, lendingPolicy),
  });
  const starts = new Starts(acceptor, client);
  const vouch = (workflowId: string, input: object) => acceptor.vouch(undefined, workflowId, input);
  const worded = inDocumentedWords(bank, bankWords);
  const reads = coalesceReads(worded, { clock, now, beneficiaryMemoryHours });
  const terms = { policy: payoutPolicy, lending: lendingPolicy, clock, reads: reads.bank };
  const gate = createGate({ ...terms, authority, records });
  const { mode } = authority;
  const { dailyLimits } = payoutPolicy;
  const fence = records ? createFence(records.effects, worded, { mode, dailyLimits, clock }) : NO_FENCE;
  const activities = {
    ...createBankActivities(reads.bank, documents, gate, fence),
    ...createPolls(readStatuses(reads.bank, { clock, limiter, openPolls, timing: { ...realTiming, now } })),
    ...createCharges(reads.bank, gate, fence),
    ...createRateLimitReports(limiter ?? new RateLimiter({ policy: OBSERVED_POLICY })),
    ...createScheduledJobs({
      ...{ bank: reads.bank, client, clock, feeWords, vouch },
      accounts: accounts.map(({ accountNumber }) => accountNumber),
    }),
    ...createEventRelay(records?.events, { allowsPrivate: privateEndpoints }),
    ...createBatchChecks({ ...reads, client, clock, payoutPolicy, starts }),
    ...inPlace({
      ...createPayingTerms(accounts, payoutPolicy),
      ...createAuditActivities(records),
      ...createHashes(),
      ...createWakeUps(client, { clock, vouch }),
      ...createEarlierRuns(client),
      requireUnsent: attempted('none', (send: MarkedSend) => fence.requireUnsent(send)),
      ...createInputParsers({ clock, payoutPolicy, lendingPolicy, starts, ...reads }),
      ...createAuthorityActivities(acceptor, client),
    }),
  };
  return notifyingOfStalls(registered(activities, extraActivities), stalledAfterMs);
}
