import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { notifyingOfStalls, WITHOUT_PROGRESS } from '../../src/activities/stall-notices';
import { SERVICE_UNAVAILABLE, stallText } from '../../src/domain/wire/failure-types';
import { stalledSignal } from '../../src/domain/wire/messages';
import { WATCH_QUEUE } from '../../src/domain/wire/task-queues';
import { failureOf } from '../support/fake-bank';

const STALLED_AFTER_MS = 1_000;
const SCHEDULED_MS = 1_700_000_000_000;

/** What one attempt that takes so long and fails tells its workflow; the next one comes so much later. */
async function toldBy(
  { tookMs, pauseMs }: { tookMs: number; pauseMs: number },
  where: { readonly activityType?: string; readonly taskQueue?: string } = {},
) {
  const told: unknown[] = [];
  const signal = async (name: unknown) => void told.push(name);
  const client = {
    workflow: { getHandle: () => ({ signal }) },
    withAbortSignal: <R>(_: AbortSignal, call: () => R) => call(),
  } as unknown as Client;
  const environment = new MockActivityEnvironment(
    { currentAttemptScheduledTimestampMs: SCHEDULED_MS, ...where },
    { client },
  );
  const read = async () => {
    await sleep(tookMs);
    throw ApplicationFailure.create({ type: SERVICE_UNAVAILABLE, nextRetryDelay: pauseMs });
  };
  const { read: notifying } = notifyingOfStalls({ read }, STALLED_AFTER_MS);
  expect((await failureOf(environment.run(notifying))).type).toBe(SERVICE_UNAVAILABLE);
  return told;
}

test('a case hears of a step that stalls when the next attempt would come too late for that', async () => {
  expect(await toldBy({ tookMs: 0, pauseMs: STALLED_AFTER_MS })).toEqual([stalledSignal]);
});

test('the time that an attempt waited without a reply counts as part of the stall', async () => {
  expect(await toldBy({ tookMs: 100, pauseMs: STALLED_AFTER_MS - 90 })).toEqual([stalledSignal]);
});

test('a step that comes back in time tells nothing yet', async () => {
  expect(await toldBy({ tookMs: 0, pauseMs: STALLED_AFTER_MS / 2 })).toEqual([]);
});

test.each([
  ['reconcileAccounts', [stalledSignal]],
  ['awaitPayoutOutcome', []],
])(
  'on the queue of waits %s tells of a stall, unless its case shows that it waits: %j',
  async (activityType, told) => {
    const stalled = { tookMs: 0, pauseMs: STALLED_AFTER_MS };
    expect(await toldBy(stalled, { activityType, taskQueue: WATCH_QUEUE })).toEqual(told);
  },
);

test.each(WITHOUT_PROGRESS)('a case that hears of a stall by %s has a sentence for it', (type) => {
  expect(stallText(type)).toContain('waits');
});
