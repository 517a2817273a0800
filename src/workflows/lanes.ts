import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { Polls } from '../activities/polls';
import type { Contract, OperationName } from '../service/contract';
import { CALL_TIMEOUT_SECONDS, UPLOAD_TIMEOUT_SECONDS } from '../domain/activity-timing';
import { cadences } from '../domain/cadence';
import { pollDelay, type Clock } from '../domain/clock';
import { ROUTINE_LANE, URGENT_LANE, WATCH_LANE } from '../domain/task-queues';

/** Writes that may happen twice when they are sent twice. */
type OnceName = {
  [N in OperationName]: Contract[N]['effect'] extends 'once' ? N : never;
}[OperationName];

type Repeatable = Omit<Activities, OnceName | keyof Polls>;
type Once = Pick<Activities, OnceName & keyof Activities>;

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
    urgent: proxyActivities<Repeatable>({ ...call, taskQueue: URGENT_LANE }),
    routine: proxyActivities<Repeatable>({ ...call, taskQueue: ROUTINE_LANE }),
    watch: proxyActivities<Polls>({ ...call, taskQueue: WATCH_LANE }),
    once: proxyActivities<Once>({
      ...call,
      taskQueue: URGENT_LANE,
      retry: { ...notYet, nonRetryableErrorTypes: NEVER_BLINDLY },
    }),
    uploads: proxyActivities<Pick<Activities, 'uploadLoanDocument'>>({
      ...call,
      startToCloseTimeout: UPLOAD_TIMEOUT_SECONDS * 1000,
      taskQueue: ROUTINE_LANE,
    }),
  };
}

export type ServiceLanes = ReturnType<typeof serviceLanes>;

/** Parsing of inputs, in the worker's own process: no call, no queue. */
export const parsing = proxyLocalActivities<
  Pick<Activities, 'parseLoanInput' | 'parsePayoutInput' | 'parseEnrolmentInput'>
>({
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});
