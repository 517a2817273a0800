import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityInterfaceFor,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { BudgetReports } from '../activities/budget-report';
import type { InputParsers } from '../activities/parse-input';
import type { Digests } from '../activities/digest';
import type { Polls } from '../activities/polls';
import type { Sweeps } from '../activities/sweeps';
import type { Wakes } from '../activities/wakes';
import type { Contract, OperationName } from '../service/contract';
import {
  CALL_TIMEOUT_SECONDS,
  ONCE_TIMEOUT_SECONDS,
  SWEEP_MISSED_SECONDS,
  SWEEP_TIMEOUT_SECONDS,
  UPLOAD_TIMEOUT_SECONDS,
} from '../domain/activity-timing';
import { cadences } from '../domain/cadence';
import { pollDelay, type Clock } from '../domain/clock';
import { priorityOf } from '../domain/priorities';
import { ROUTINE_LANE, URGENT_LANE, WATCH_LANE } from '../domain/task-queues';

/** Writes that may happen twice when they are sent twice. */
type OnceName = {
  [N in OperationName]: Contract[N]['effect'] extends 'once' ? N : never;
}[OperationName];

type Repeatable = Omit<Activities, OnceName | keyof Polls | keyof Sweeps | keyof Wakes>;
type Once = Pick<Activities, OnceName & keyof Activities>;

/** The activities of one queue, each with the priority of its name. */
function lane<A>(options: ActivityOptions): ActivityInterfaceFor<A> {
  const named = (name: string) =>
    proxyActivities<Record<string, unknown>>({ ...options, priority: { priorityKey: priorityOf(name) } })[
      name
    ];
  return new Proxy({} as ActivityInterfaceFor<A>, { get: (_, name) => named(String(name)) });
}

/** A lost worker leaves such a write undecided, so the server must not send it again by itself. */
const NEVER_BLINDLY = ['TemporalTimeout:StartToClose', 'TemporalTimeout:Heartbeat'];

/**
 * The service as workflows see it: `urgent` for money and for what a person waits for, `routine` for the rest, `watch` for
 * waiting, and `once` for writes that must not be repeated blindly.
 */
export function serviceLanes(clock: Clock) {
  const { firstSeconds, slowestSeconds } = cadences.registration;
  const notYet = {
    initialInterval: pollDelay(clock, firstSeconds * 1000),
    backoffCoefficient: 1.5,
    maximumInterval: pollDelay(clock, slowestSeconds * 1000),
  };
  const call = { startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000, retry: notYet };
  return {
    urgent: lane<Repeatable>({ ...call, taskQueue: URGENT_LANE }),
    routine: lane<Repeatable>({ ...call, taskQueue: ROUTINE_LANE }),
    watch: lane<Polls>({ ...call, taskQueue: WATCH_LANE }),
    once: lane<Once>({
      ...call,
      taskQueue: URGENT_LANE,
      startToCloseTimeout: ONCE_TIMEOUT_SECONDS * 1000,
      heartbeatTimeout: CALL_TIMEOUT_SECONDS * 1000,
      retry: { ...notYet, nonRetryableErrorTypes: NEVER_BLINDLY },
    }),
    uploads: lane<Pick<Activities, 'uploadLoanDocument'>>({
      ...call,
      startToCloseTimeout: UPLOAD_TIMEOUT_SECONDS * 1000,
      taskQueue: ROUTINE_LANE,
    }),
  };
}

export type ServiceLanes = ReturnType<typeof serviceLanes>;

/** Parsing of inputs, in the worker's own process: no call, no queue. */
export const parsing = proxyLocalActivities<InputParsers>({
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});

/** Work of many calls, one after the other. Waiting for the next window is part of it. */
export const sweeping = proxyActivities<Sweeps>({
  taskQueue: WATCH_LANE,
  startToCloseTimeout: SWEEP_TIMEOUT_SECONDS * 1000,
  heartbeatTimeout: SWEEP_MISSED_SECONDS * 1000,
});

/** Telling other workflows of news: no call either. */
export const waking = proxyLocalActivities<Wakes>({
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});

/** Digests of what people agree to, in the worker's own process. */
export const digests = proxyLocalActivities<Digests>({ startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000 });

/** What the worker itself knows. */
export const reporting = proxyLocalActivities<BudgetReports>({
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});
