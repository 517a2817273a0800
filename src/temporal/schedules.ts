import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { realDuration, type Clock } from '../domain/clock';
import { WORKFLOW_QUEUE } from '../domain/task-queues';

/** How often what is swept, in business time; 0 is never. */
export interface SweepSettings {
  readonly gapRepairMinutes: number;
  readonly reconcileDays: number;
}

/** The ids of our schedules in Temporal. */
export const scheduleIds = { gapRepair: 'gap-repair', reconciliation: 'reconciliation' } as const;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** On a fast clock nothing is swept more often than this, in real time. */
const SHORTEST_REAL_MS = 20_000;

/** Reconciliation runs at this hour of the night (UTC), when yesterday's payouts have settled. */
const NIGHT_OFFSET_MS = 2 * 60 * MINUTE_MS;

/**
 * Makes the schedules what the settings say; any number of workers may do so at once. One that a person has paused
 * stays paused, one that is to run never is taken away.
 */
export async function ensureSchedules(client: Client, settings: SweepSettings, clock: Clock): Promise<void> {
  const { gapRepairMinutes, reconcileDays } = settings;
  await ensure(client, gapRepairMinutes > 0, gapRepair(gapRepairMinutes * MINUTE_MS, clock));
  await ensure(client, reconcileDays > 0, reconciliation(reconcileDays * DAY_MS, clock));
}

/** One sweep at a time: a slow one is not overtaken by the next. */
const gapRepair = (everyMs: number, clock: Clock): ScheduleOptions => ({
  scheduleId: scheduleIds.gapRepair,
  spec: { intervals: [{ every: realEvery(everyMs, clock) }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
  action: {
    type: 'startWorkflow',
    workflowType: 'gapRepairWorkflow',
    workflowId: 'gap-repair',
    taskQueue: WORKFLOW_QUEUE,
    args: [{}],
  },
});

/** The last whole days each time. One that found differences stays open for as long as a person takes. */
function reconciliation(everyMs: number, clock: Clock): ScheduleOptions {
  const every = realEvery(everyMs, clock);
  const days = Math.ceil((every * clock.rate) / DAY_MS);
  return {
    scheduleId: scheduleIds.reconciliation,
    spec: { intervals: [{ every, offset: Math.min(NIGHT_OFFSET_MS, every - 1) }] },
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL, catchupWindow: '3 days' },
    action: {
      type: 'startWorkflow',
      workflowType: 'reconciliationWorkflow',
      workflowId: 'reconciliation:nightly',
      taskQueue: WORKFLOW_QUEUE,
      args: [{ days: Math.min(days, 366) }],
    },
  };
}

const realEvery = (businessMs: number, clock: Clock) =>
  Math.max(SHORTEST_REAL_MS, realDuration(clock, businessMs));

async function ensure(client: Client, isWanted: boolean, wanted: ScheduleOptions): Promise<void> {
  const { scheduleId, ...terms } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  if (!isWanted) return handle.delete().catch(unlessMissing);
  try {
    await client.schedule.create(wanted);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await handle.update(({ state }) => ({ ...terms, state }));
  }
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}
