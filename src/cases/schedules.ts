import { ScheduleNotFoundError, type Client } from '@temporalio/client';
import { scheduleIds } from '../domain/wire/workflow-ids';
import { unlessMissing } from '../temporal/schedules';
import { refusal } from './request-error';

export const knownSchedules = Object.values(scheduleIds);
type ScheduleId = (typeof knownSchedules)[number];

const scheduleChanges = {
  pause: (handle, reason) => handle.pause(reason),
  resume: (handle, reason) => handle.unpause(reason),
  // Uses the schedule's own overlap policy: under another one, a run would not know of the previous one.
  run: async (handle) => handle.trigger((await handle.describe()).policies.overlap),
} satisfies Record<string, (handle: Handle, reason?: string) => Promise<unknown>>;

export type ScheduleChange = keyof typeof scheduleChanges;
type Handle = ReturnType<Client['schedule']['getHandle']>;

/** What people are told of each schedule that exists. */
export async function listSchedules(client: Client) {
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

export type ScheduleSummary = Awaited<ReturnType<typeof listSchedules>>[number];

/** What people are told of one schedule; `undefined` if it does not exist. Instants are ISO 8601. */
async function summaryOf(client: Client, schedule: ScheduleId) {
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
    note: state.note || undefined,
    nextAt: next?.toISOString(),
    lastAt: last?.toISOString(),
    runs: info.numActionsTaken,
  };
}
