import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { AuthorityActivities } from '../activities/authority/activities';
import type { AuditActivities } from '../activities/audit';
import type { EventRelay } from '../activities/events/relay';
import type { EarlierRuns } from '../activities/earlier-run';
import type { Fence } from '../activities/gate/fence';
import type { BankActivities } from '../activities/operations';
import type { RateLimitReports } from '../activities/rate-limit-report';
import type { InputParsers, Digests } from '../activities/parse-input';
import type { Charges } from '../activities/charges';
import type { PayingTermsReports } from '../activities/paying-terms';
import type { Polls } from '../activities/polling/awaited-statuses';
import type { ScheduledJobs } from '../activities/reconciliation/scheduled-jobs';
import type { WakeUps } from '../activities/notifications/wake-ups';
import type { Contract } from '../bank/contract';
import { priorities, WAITING_PRIORITY, type ScheduledName } from '../bank/contract/priorities';
import {
  AUDIT_TIMEOUT_SECONDS,
  CALL_TIMEOUT_SECONDS,
  ONCE_TIMEOUT_SECONDS,
  POLL_MISSED_SECONDS,
  RELAY_MISSED_SECONDS,
  RELAY_TIMEOUT_SECONDS,
  POLL_TIMEOUT_SECONDS,
  SCHEDULED_JOB_MISSED_SECONDS,
  SCHEDULED_JOB_TIMEOUT_SECONDS,
  UPLOAD_TIMEOUT_SECONDS,
} from '../domain/time/activity-timeouts';
import { cadences } from '../domain/time/cadence';
import { pollDelay, type Clock } from '../domain/time/clock';
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
  const call = { startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000, retry: notYet };
  const once: ActivityOptions = {
    taskQueue: URGENT_QUEUE,
    startToCloseTimeout: ONCE_TIMEOUT_SECONDS * 1000,
    heartbeatTimeout: CALL_TIMEOUT_SECONDS * 1000,
    retry: { ...notYet, nonRetryableErrorTypes: NEVER_BLINDLY },
    // Otherwise a cancelled write would count as over while its request goes out.
    cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  };
  return {
    urgent: operationsOver<Repeatable>({ ...call, taskQueue: URGENT_QUEUE }),
    routine: operationsOver<Repeatable>({ ...call, taskQueue: ROUTINE_QUEUE }),
    watch: proxyActivities<Polls>({
      ...call,
      startToCloseTimeout: POLL_TIMEOUT_SECONDS * 1000,
      heartbeatTimeout: POLL_MISSED_SECONDS * 1000,
      taskQueue: WATCH_QUEUE,
      priority: { priorityKey: WAITING_PRIORITY },
    }),
    once: operationsOver<Once>(once),
    // Once charging is paused, no further charge goes out: only a completed cancellation shows which did.
    charges: proxyActivities<Charges>({ ...once, priority: { priorityKey: priorities.createPayout } }),
    uploads: operationsOver<Pick<BankActivities, 'uploadLoanDocument'>>({
      ...call,
      startToCloseTimeout: UPLOAD_TIMEOUT_SECONDS * 1000,
      taskQueue: ROUTINE_QUEUE,
    }),
  };
}

export type BankProxies = ReturnType<typeof bankProxies>;

const IN_PLACE = { startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000 };

/** Parsing of inputs, in the worker's own process: no call, no queue. */
export const parsing = proxyLocalActivities<InputParsers>(IN_PLACE);

/** Checks of who asks, in the worker's own process. */
export const authority = proxyLocalActivities<AuthorityActivities>(IN_PLACE);

/** Jobs of many calls, one after the other, which wait for the next window. */
export const scheduledJobs = proxyActivities<ScheduledJobs>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: SCHEDULED_JOB_TIMEOUT_SECONDS * 1000,
  heartbeatTimeout: SCHEDULED_JOB_MISSED_SECONDS * 1000,
});

/** Notifying other workflows: no call either. */
export const wakeUps = proxyLocalActivities<WakeUps>(IN_PLACE);

/** Reads the runs of a payout before an adopted one from Temporal: no call either. */
export const earlierRuns = proxyLocalActivities<EarlierRuns>(IN_PLACE);

/** Asks the fence about a send that was stopped: no call either. */
export const fence = proxyLocalActivities<Pick<Fence, 'requireUnsent'>>(IN_PLACE);

/** Digests of what people agree to, in the worker's own process. */
export const digests = proxyLocalActivities<Digests>(IN_PLACE);

/** Reports of a worker on its own settings, in its own process. */
export const ownSettings = proxyLocalActivities<PayingTermsReports>(IN_PLACE);

/** Writes the audit. Few attempts in a row: a case that cannot write waits by itself and tries again. */
export const auditing = proxyLocalActivities<AuditActivities>({
  startToCloseTimeout: AUDIT_TIMEOUT_SECONDS * 1000,
  retry: { initialInterval: '200 ms', maximumAttempts: 2 },
});

/** Reports of the worker that calls the bank. */
export const reporting = proxyActivities<RateLimitReports>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});

/** Posting events to endpoints: hours of it are one activity. */
export const relaying = proxyActivities<EventRelay>({
  taskQueue: EVENTS_QUEUE,
  startToCloseTimeout: RELAY_TIMEOUT_SECONDS * 1000,
  heartbeatTimeout: RELAY_MISSED_SECONDS * 1000,
  // An interrupted activity reports how far it came.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  retry: { initialInterval: '1 s', maximumInterval: '10 s' },
});
