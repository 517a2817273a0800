import { heartbeat } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { BankClient } from '../../bank/client';
import type { CallLimits } from '../../bank/exchange';
import type { Clock } from '../../domain/time/clock';
import type { Return } from '../../domain/reconciliation/returns';
import type { ReconciliationReport } from '../../domain/reconciliation/report';
import { backfillMissedEvents, type BackfillRequest, type MissedEventsFound } from './missed-events';
import { attempted } from '../attempt';
import { reopenFirst, type ReopeningTerms } from '../notifications/reopening';
import { LedgerReader } from './ledger';
import { reconcileAccounts, type ReconciliationRequest } from './reconcile';

/** Work that takes many calls: it may last for more than one window of the rate limiter. */
export interface ScheduledJobs {
  reconcileAccounts(request: ReconciliationRequest): Promise<ReconciliationReport>;
  backfillMissedEvents(request: BackfillRequest): Promise<MissedEventsFound>;
}

/** What the scheduled jobs work with. */
interface ScheduledJobsDependencies {
  readonly bank: BankClient;
  readonly client: Client;
  readonly clock: Clock;
  /** Accounts that are looked at even when nothing of ours was paid from them. */
  readonly accounts: readonly string[];
  /** Words by which the bank names a fee on a statement. */
  readonly feeWords?: readonly string[] | undefined;
  /** Gives the cases that are reopened the proof that a worker has begun them. */
  readonly vouch?: ReopeningTerms['vouch'];
}

export function createScheduledJobs(deps: ScheduledJobsDependencies): ScheduledJobs {
  const { bank, client, clock, accounts, feeWords, vouch } = deps;
  const ledger = new LedgerReader(client, clock);
  const reopen = ({ references, evidence }: Return) =>
    reopenFirst(client, references, { clock, vouch, evidence });
  const reconciling = { statements: { bank, feeWords }, ledger, reopen, accounts };
  return {
    backfillMissedEvents: scheduledJob((request: BackfillRequest, limits) =>
      backfillMissedEvents({ bank, client, ledger, accounts }, request, limits),
    ),
    reconcileAccounts: scheduledJob((request: ReconciliationRequest, limits) =>
      reconcileAccounts(reconciling, request, limits),
    ),
  };
}

const HEARTBEAT_EVERY_MS = 5_000;

/** An activity that heartbeats for as long as it runs, so that Temporal soon misses a killed worker. */
const scheduledJob = <I, O>(work: (input: I, limits: CallLimits) => Promise<O>): ((input: I) => Promise<O>) =>
  attempted('none', async (input, limits) => {
    const timer = setInterval(() => heartbeat(), HEARTBEAT_EVERY_MS);
    try {
      return await work(input, limits);
    } finally {
      clearInterval(timer);
    }
  });
