import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BatchChecks } from '../../activities/batch-checks';
import type { RowTrees } from '../../activities/batch-merkle-trees';
import { CALL_TIMEOUT_SECONDS } from '../../domain/time/activity-timeouts';
import { cadences } from '../../domain/time/cadence';
import type { Clock } from '../../domain/time/clock';
import { WATCH_QUEUE } from '../../domain/wire/task-queues';

type InPlace = Pick<BatchChecks, 'parseBatchInput'> & RowTrees;

/** The activities of a batch in the worker's own process. */
export const inPlace = proxyLocalActivities<InPlace>({ startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000 });

/** An attempt resolves as many accounts as the rate limit has room for. */
const ATTEMPT_SECONDS = 120;

/** Checks that go on however long they take: an attempt lost with its worker is missed at its next heartbeat. */
export const checks = proxyActivities<Omit<BatchChecks, keyof InPlace>>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: ATTEMPT_SECONDS * 1000,
  heartbeatTimeout: CALL_TIMEOUT_SECONDS * 2 * 1000,
});

const waiting = proxyActivities<Pick<BatchChecks, 'awaitEarlierPayout'>>({
  taskQueue: WATCH_QUEUE,
  startToCloseTimeout: CALL_TIMEOUT_SECONDS * 1000,
});

/** Waits for a payout of a batch that had been started before. */
export const earlierPayout = (
  { batch, clock }: { batch: string; clock: Clock },
  reference: string,
): ReturnType<BatchChecks['awaitEarlierPayout']> =>
  waiting.awaitEarlierPayout({
    batch,
    reference,
    pace: { cadence: cadences.payout, clock, trigger: 'recheck' },
  });
