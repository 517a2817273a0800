import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import { ValueError } from '@temporalio/common';
import { DAY_MS, HOUR_MS, realDuration, type Clock } from '../domain/time/clock';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { scheduledIds, scheduleIds } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { placeText, type TemporalPlace } from './connection';
import { DECRYPTS_NOTHING, UnreadablePayloadError } from './encryption/data-converters';
import { FILE_OF, type Holder } from './encryption/key-ring-file';

const MINUTE_MS = 60_000;

/** Shortest interval of a scheduled job on a fast clock, in real time. */
const SHORTEST_REAL_MS = 20_000;

/** Reconciliation runs at this hour of the night (UTC), when yesterday's payouts have settled. */
const NIGHT_OFFSET_MS = 2 * HOUR_MS;

/** After an outage of the server, this many nights are caught up; each compares its own day. */
const NIGHTS_CAUGHT_UP = 30;

/**
 * Creates, updates or removes the schedules to match the settings (how often each job runs, in business time; 0 is never),
 * and tells each change in a sentence. A schedule that a person has paused stays paused.
 */
export async function ensureSchedules(
  client: Client,
  { backfillMinutes, reconcileDays }: { readonly backfillMinutes: number; readonly reconcileDays: number },
  clock: Clock,
  tell: (sentence: string) => void,
): Promise<void> {
  for (const [isWanted, wanted] of [
    [backfillMinutes > 0, missedEvents(backfillMinutes * MINUTE_MS, clock)],
    [reconcileDays > 0, reconciliation(reconcileDays * DAY_MS, clock)],
  ] as const) {
    const change = await ensure(client, isWanted, wanted);
    if (change !== undefined) tell(`The schedule ${wanted.scheduleId} ${change}`);
  }
}

/** One run at a time: a run that is due during a slow one is skipped. */
const missedEvents = (everyMs: number, clock: Clock): ScheduleOptions => ({
  scheduleId: scheduleIds.missedEvents,
  spec: { intervals: [{ every: realEvery(everyMs, clock) }] },
  policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
  action: starting('missedEvents', {}),
});

/** Reconciles the last whole days. A run that found differences stays open until a person settles them. */
function reconciliation(everyMs: number, clock: Clock): ScheduleOptions {
  const every = realEvery(everyMs, clock);
  const days = Math.ceil((every * clock.rate) / DAY_MS);
  return {
    scheduleId: scheduleIds.reconciliation,
    spec: { intervals: [{ every, offset: Math.min(NIGHT_OFFSET_MS, every - 1) }] },
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL, catchupWindow: NIGHTS_CAUGHT_UP * every },
    action: starting('reconciliation', { days: Math.min(days, 366) }),
  };
}

const starting = (job: keyof typeof scheduledIds, input: object): ScheduleOptions['action'] => ({
  type: 'startWorkflow',
  workflowType: workflowTypes[job],
  workflowId: scheduledIds[job],
  taskQueue: WORKFLOW_QUEUE,
  args: [input],
});

const realEvery = (businessMs: number, clock: Clock) =>
  Math.max(SHORTEST_REAL_MS, realDuration(clock, businessMs));

/** Returns the change; `undefined` if the schedule was already right. */
async function ensure(client: Client, isWanted: boolean, wanted: ScheduleOptions) {
  const { scheduleId, ...terms } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  if (!isWanted) return handle.delete().then(() => 'is removed', unlessMissing);
  let before: string | undefined;
  try {
    await client.schedule.create(wanted);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await handle.update(({ state, ...found }) => {
      before = termsText(found);
      return { ...terms, state };
    });
  }
  const now = termsText(wanted);
  if (before === now) return undefined;
  return before === undefined ? `is made: ${now}` : `is changed: ${now}; before: ${before}`;
}

/** Another worker has written a schedule under keys that this process does not have. */
export class ForeignScheduleError extends Error {
  override readonly name = 'ForeignScheduleError';
  readonly kind = 'usage';
}

/** The command that deletes a schedule, for people. */
export const deletingText = (place: TemporalPlace, id: string): string =>
  `"temporal schedule delete ${placeText(place)} --schedule-id ${id}"`;

/**
 * Checks that this process has the keys of the existing schedules; a sender, which reads nothing, by their names.
 * @throws ForeignScheduleError
 */
export async function checkSchedules({ schedule }: Client, holder: Holder, target: TemporalPlace) {
  for (const id of Object.values(scheduleIds))
    await schedule
      .getHandle(id)
      .describe()
      .catch((error: unknown) => {
        const isForeign = error instanceof UnreadablePayloadError || error instanceof ValueError;
        if (!isForeign || error.message.includes(DECRYPTS_NOTHING)) return;
        const orAnew =
          holder === 'worker'
            ? `; where its key is lost, ${deletingText(target, id)} lets a worker make it anew`
            : '';
        throw new ForeignScheduleError(
          `The schedule ${id}, which another worker has written, cannot be read: ${error.message} Give ENCRYPTION_KEYS ${FILE_OF[holder]}${orAnew}.`,
        );
      });
}

/** A schedule's interval and its workflow's arguments, as one text. */
function termsText({ spec, action }: Pick<ScheduleOptions | ScheduleDescription, 'spec' | 'action'>): string {
  const { every, offset = 0 } = spec.intervals?.[0] ?? { every: 0 };
  const given = JSON.stringify(action.args ?? []);
  return `every ${Number(every) / 1_000} s, ${Number(offset) / 1_000} s after the full interval, with ${given}`;
}

/** @throws the error of a request about a schedule, unless it says that there is no such schedule */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
}
