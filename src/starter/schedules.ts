import { Argument, type Command } from '@commander-js/extra-typings';
import { ScheduleNotFoundError, type Client, type ScheduleDescription } from '@temporalio/client';
import { instantText } from '../domain/case-file';
import { scheduleIds } from '../temporal/schedules';
import { rows } from './case-view';
import { examples } from './command-line';
import { withClient } from './connect';
import { StarterError } from './exit-codes';
import { print, printResult } from './terminal';

const ids = Object.values(scheduleIds);
type ScheduleId = (typeof ids)[number];

/** Adds `schedules`, `schedules pause`, `schedules resume` and `schedules run`. */
export function addSchedules(program: Command): void {
  const group = program
    .command('schedules')
    .description('What runs by itself: gap repair and reconciliation. Workers create them as they start.')
    .addHelpText(
      'after',
      examples('schedules list', 'schedules pause reconciliation --reason "bank holiday"'),
    );
  group
    .command('list', { isDefault: true })
    .description('List them: how often, when next, when last, and whether they are paused.')
    .option('--json', 'print the list as JSON')
    .action(({ json }) =>
      withClient(async (client) => {
        const found = (await Promise.all(ids.map((id) => described(client, id)))).filter(
          (one) => one !== null,
        );
        printResult(json, found, () => table(found));
      }),
    );
  change(group, 'pause', 'Pause one: it does not run until it is resumed', (handle, reason) =>
    handle.pause(reason),
  );
  change(group, 'resume', 'Let one run again', (handle, reason) => handle.unpause(reason));
  change(group, 'run', 'Run one now, beside its usual times', runNow);
}

type Handle = ReturnType<Client['schedule']['getHandle']>;

function change(
  group: Command,
  name: string,
  summary: string,
  act: (handle: Handle, reason: string | undefined) => Promise<unknown>,
): void {
  group
    .command(name)
    .description(`${summary}.`)
    .addArgument(new Argument('<schedule>', 'which one').choices(ids))
    .option('--reason <text>', 'why, for whoever looks at it later')
    .action((id, { reason }) =>
      withClient(async (client) => {
        await act(client.schedule.getHandle(id), reason).catch(explainMissing);
        print(`${name}: ${id}.`);
      }),
    );
}

/** By the schedule's own rule for runs that overlap: by another one, a run would not know of the one before. */
async function runNow(handle: Handle): Promise<void> {
  await handle.trigger((await handle.describe()).policies.overlap);
}

interface Described {
  readonly schedule: ScheduleId;
  readonly everySeconds: number | undefined;
  readonly paused: boolean;
  readonly note?: string;
  readonly nextAt?: string;
  readonly lastAt?: string;
  readonly runs: number;
}

async function described(client: Client, schedule: ScheduleId): Promise<Described | null> {
  try {
    return inShort(schedule, await client.schedule.getHandle(schedule).describe());
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

function inShort(schedule: ScheduleId, { spec, state, info }: ScheduleDescription): Described {
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

function table(found: readonly Described[]): string {
  if (found.length === 0)
    return 'There are none: no worker has created them yet, or its settings turn them off.';
  const lines = found.map(({ schedule, everySeconds = 0, paused, note = '', nextAt, lastAt, runs }) => [
    schedule,
    everyText(everySeconds),
    nextAt === undefined ? '' : instantText(nextAt),
    lastAt === undefined ? '' : instantText(lastAt),
    String(runs),
    paused ? `paused ${note}`.trim() : '',
  ]);
  return rows([['SCHEDULE', 'EVERY', 'NEXT', 'LAST', 'RUNS', ''], ...lines]).join('\n');
}

function everyText(everySeconds: number): string {
  if (everySeconds % 3_600 === 0) return `${everySeconds / 3_600} h`;
  return everySeconds % 60 === 0 ? `${everySeconds / 60} min` : `${everySeconds} s`;
}

function explainMissing(error: unknown): never {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
  throw new StarterError('refused', 'There is no such schedule yet: a worker creates it as it starts.');
}
