import { Argument, type Command } from '@commander-js/extra-typings';
import { withClient } from '../../../cases/connection';
import { changeSchedule, knownSchedules, listSchedules, type ScheduleChange } from '../../../cases/schedules';
import { examples } from '../../command-line';
import { print, printResult } from '../../terminal';
import { schedulesTable } from '../../views/schedules';

/** Adds `schedules`, `schedules pause`, `schedules resume` and `schedules run`. */
export function addSchedules(program: Command): void {
  const group = program
    .command('schedules')
    .description(
      'What runs by itself: the backfill of missed events and reconciliation. Workers create them as they start.',
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
      withClient(async (client) => {
        const found = await listSchedules(client);
        printResult(json, found, () => schedulesTable(found));
      }),
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
