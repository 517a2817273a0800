import { Argument, type Command } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import {
  changeSchedule,
  knownSchedules,
  listSchedules,
  type ScheduleChange,
  type ScheduleSummary,
} from '../../../cases/schedules';
import { examples, columns, print, printResult, momentText } from '../../terminal';

export function addSchedules(program: Command): void {
  const group = program
    .command('schedules')
    .description(
      'What runs by itself: the backfill of missed events and reconciliation. The worker that calls the bank creates them.',
    )
    .addHelpText(
      'after',
      examples('schedules list', 'schedules pause reconciliation --reason "bank holiday"'),
    );
  group
    .command('list', { isDefault: true })
    .description('List them: how often, when next, when last, and whether they are paused.')
    .option('--json', 'print the list as JSON')
    .action(({ json }) =>
      withClient(async (client) => printResult(json, await listSchedules(client), schedulesTable)),
    );
  addChange(group, 'pause', 'Pause one: it does not run until it is resumed');
  addChange(group, 'resume', 'Let one run again');
  addChange(group, 'run', 'Run one now, beside its usual times');
}

function addChange(group: Command, name: ScheduleChange, summary: string): void {
  group
    .command(name)
    .description(`${summary}.`)
    .addArgument(new Argument('<schedule>', 'which one').choices(knownSchedules))
    .option('--reason <text>', 'why, for people who look at it later')
    .action((id, { reason }) =>
      withClient(async (client) => {
        await changeSchedule(client, id, name, reason);
        print(`${name}: ${id}.`);
      }),
    );
}

function schedulesTable(found: readonly ScheduleSummary[]): string {
  if (found.length === 0)
    return 'There are none: no worker has created them yet, or its settings turn them off.';
  const lines = found.map(({ schedule, everySeconds = 0, paused, note = '', nextAt, lastAt, runs }) => [
    schedule,
    intervalText(everySeconds),
    nextAt === undefined ? '' : momentText(nextAt),
    lastAt === undefined ? '' : momentText(lastAt),
    String(runs),
    paused ? `paused ${note}`.trim() : '',
  ]);
  return columns([['SCHEDULE', 'EVERY', 'NEXT', 'LAST', 'RUNS', ''], ...lines]).join('\n');
}

function intervalText(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
