import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { AuthorityActivities, Successor } from '../activities/authority/activities';
import type { BatchChecks } from '../activities/batch-checks';
import type { EarlierRuns } from '../activities/adoption';
import type { Fence } from '../activities/gate/fence';
import type { Hashes } from '../activities/hashes';
import type { BankActivities } from '../activities/operations';
import type { PayingTermsReports } from '../activities/own-reports';
import type { InputParsers } from '../activities/parse-input';
import type { Charges } from '../activities/charges';
import type { Polls } from '../activities/polling/awaited-statuses';
import type { WakeUps } from '../activities/notifications/wake-ups';
import type { Contract } from '../bank/contract';
import { priorities, WAITING_PRIORITY, type ScheduledName } from '../bank/contract/priorities';
import type { Proof } from '../domain/case/proof';
import { CALL_TIMEOUT_SECONDS, OPEN_POLL_SECONDS } from '../domain/time/activity-timeouts';
import { cadences } from '../domain/time/cadence';
import { HOUR_MS, pollDelay, type Clock } from '../domain/time/clock';
import { EVENTS_QUEUE, ROUTINE_QUEUE, URGENT_QUEUE, WATCH_QUEUE } from '../domain/wire/task-queues';

/** Writes that may happen twice when they are sent twice. */
type OnceName = {
  [N in ScheduledName]: Contract[N]['effect'] extends 'once' ? N : never;
}[ScheduledName];

type Repeatable = Pick<BankActivities, Exclude<ScheduledName, OnceName>>;
type Once = Pick<BankActivities, OnceName>;

/** Operations of the bank over one task queue, each with its priority in the contract. */
function operationsOver<A>(options: ActivityOptions): ActivityInterfaceFor<A> {
  const proxyOf = (name: ScheduledName) =>
    proxyActivities<BankActivities>({ ...options, priority: { priorityKey: priorities[name] } })[name];
  return new Proxy({} as ActivityInterfaceFor<A>, { get: (_, name) => proxyOf(name as ScheduledName) });
}

const CALL_MS = CALL_TIMEOUT_SECONDS * 1000;

/** A lost worker leaves such a write undecided, so the server must not send it again by itself. */
const NEVER_BLINDLY = ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'];

/**
 * The bank as workflows see it: `urgent` for money and for what a person waits for, `routine` for the rest, `watch` for
 * waiting, and `once` for writes that must not be repeated blindly.
 */
export function bankProxies(clock: Clock) {
  const { firstSeconds, slowestSeconds } = cadences.registration;
  const notYet = {
    initialInterval: pollDelay(clock, firstSeconds * 1000),
    backoffCoefficient: 1.5,
    maximumInterval: pollDelay(clock, slowestSeconds * 1000),
  };
  const call = { startToCloseTimeout: CALL_MS, retry: notYet };
  const once: ActivityOptions = {
    taskQueue: URGENT_QUEUE,
    // One call's time to ask whether the attempt still counts, and another for the call.
    startToCloseTimeout: 2 * CALL_MS,
    heartbeatTimeout: CALL_MS,
    retry: { ...notYet, nonRetryableErrorTypes: NEVER_BLINDLY },
    // Otherwise a cancelled write would count as over while its request goes out.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  };
  return {
    urgent: operationsOver<Repeatable>({ ...call, taskQueue: URGENT_QUEUE }),
    routine: operationsOver<Repeatable>({ ...call, taskQueue: ROUTINE_QUEUE }),
    watch: proxyActivities<Polls>({
      ...call,
      // Until its date, and as long again for a spare read.
      startToCloseTimeout: 2 * OPEN_POLL_SECONDS * 1000 + 2 * CALL_MS,
      heartbeatTimeout: '30 s',
      taskQueue: WATCH_QUEUE,
      priority: { priorityKey: WAITING_PRIORITY },
    }),
    once: operationsOver<Once>(once),
    // Once charging is paused, no further charge goes out: only a completed cancellation shows which did.
    charges: proxyActivities<Charges>({ ...once, priority: { priorityKey: priorities.createPayout } }),
    uploads: operationsOver<Pick<BankActivities, 'uploadLoanDocument'>>({
      ...call,
      // A document has up to 10 MB.
      startToCloseTimeout: '2 minutes',
      taskQueue: ROUTINE_QUEUE,
    }),
  };
}

export type BankProxies = ReturnType<typeof bankProxies>;

type InPlace = AuthorityActivities &
  EarlierRuns &
  Hashes &
  InputParsers &
  PayingTermsReports &
  WakeUps &
  Pick<BatchChecks, 'parseBatchInput' | 'findOwnPayouts'> &
  Pick<Fence, 'requireUnsent'>;

/** The activities in the worker's own process: they call no bank, and wait in no queue. */
export const inPlace = proxyLocalActivities<InPlace>({ startToCloseTimeout: CALL_MS });

/**
 * The inputs of cases that go on from a case begun by this proof (children, and a repayment's next run), each
 * with a proof of its own if workers ask for one.
 */
export async function vouched<I extends object>(
  root: Proof | undefined,
  successors: readonly (Successor & { readonly input: I })[],
): Promise<I[]> {
  const proofs = await inPlace.vouchFor({ ...(root && { root }), successors });
  return successors.map(({ input }, index) => {
    const under = proofs[index];
    return under ? { ...input, under } : input;
  });
}

/** Jobs of many calls, one after the other, which wait for the next window, and take many windows. */
export const scheduledJobs = proxyActivities<Pick<Activities, 'backfillMissedEvents' | 'reconcileAccounts'>>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: '30 s',
});

/** Checks of a batch that go on however long they take: an attempt lost with its worker is missed at its next heartbeat. */
export const batchChecks = proxyActivities<Pick<Activities, 'findUsedReferences' | 'resolveBeneficiaries'>>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: 2 * CALL_MS,
});

/** Short looks of the worker that calls the bank, without a call. */
export const looks = proxyActivities<Pick<Activities, 'reportRateLimit' | 'awaitEarlierPayout'>>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: CALL_MS,
});

/** Writes the audit. Two attempts, which fit into a workflow task: a case that cannot write waits by itself. */
export const auditing = proxyLocalActivities<Pick<Activities, 'recordAudit'>>({
  startToCloseTimeout: '3 s',
  retry: { initialInterval: '200 ms', maximumAttempts: 2 },
});

/** Posting events to endpoints: an hour of it, and the last post, are one activity. */
export const relaying = proxyActivities<Pick<Activities, 'relayEvents' | 'relayOne'>>({
  taskQueue: EVENTS_QUEUE,
  startToCloseTimeout: HOUR_MS + 2 * CALL_MS,
  heartbeatTimeout: '5 s',
  // An interrupted activity reports how far it came.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: { initialInterval: '1 s', maximumInterval: '10 s' },
});
