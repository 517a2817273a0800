import { ScheduleNotFoundError, type Client } from '@temporalio/client';
import { scheduleIds } from '../domain/wire/workflow-ids';
import { unlessMissing } from '../temporal/schedules';
import { refusal } from './request-error';

/** The schedules that workers create. */
export const knownSchedules = Object.values(scheduleIds);
type ScheduleId = (typeof knownSchedules)[number];

/** A schedule in short; instants are ISO 8601. */
export interface ScheduleSummary {
  readonly schedule: ScheduleId;
  readonly everySeconds: number | undefined;
  readonly paused: boolean;
  readonly note?: string;
  readonly nextAt?: string;
  readonly lastAt?: string;
  readonly runs: number;
}

/** The changes that people may make to a schedule. */
const scheduleChanges = {
  pause: (handle, reason) => handle.pause(reason),
  resume: (handle, reason) => handle.unpause(reason),
  // Uses the schedule's own overlap policy: under another one, a run would not know of the previous one.
  run: async (handle) => handle.trigger((await handle.describe()).policies.overlap),
} satisfies Record<string, (handle: Handle, reason?: string) => Promise<unknown>>;

export type ScheduleChange = keyof typeof scheduleChanges;
type Handle = ReturnType<Client['schedule']['getHandle']>;

export async function listSchedules(client: Client): Promise<readonly ScheduleSummary[]> {
  const found = await Promise.all(knownSchedules.map((id) => summaryOf(client, id)));
  return found.filter((one) => one !== undefined);
}

/** Changes one schedule. @throws RequestError if it does not exist yet */
export async function changeSchedule(
  client: Client,
  id: ScheduleId,
  change: ScheduleChange,
  reason?: string,
): Promise<void> {
  try {
    await scheduleChanges[change](client.schedule.getHandle(id), reason);
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    throw refusal('There is no such schedule yet: a worker creates it as it starts.');
  }
}

async function summaryOf(client: Client, schedule: ScheduleId): Promise<ScheduleSummary | undefined> {
  const found = await client.schedule.getHandle(schedule).describe().catch(unlessMissing);
  if (!found) return undefined;
  const { spec, state, info } = found;
  const everyMs = spec.intervals?.[0]?.every;
  const next = info.nextActionTimes[0];
  const last = info.recentActions.at(-1)?.takenAt;
  return {
    schedule,
    everySeconds: everyMs === undefined ? undefined : everyMs / 1_000,
    paused: state.paused,
    ...(state.note !== undefined && state.note !== '' && { note: state.note }),
    ...(next && { nextAt: next.toISOString() }),
    ...(last && { lastAt: last.toISOString() }),
    runs: info.numActionsTaken,
  };
}
