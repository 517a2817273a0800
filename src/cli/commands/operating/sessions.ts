import type { Command } from '@commander-js/extra-typings';
import { endSessions, listSessions, type ListedSession } from '../../../records/desk-sessions';
import { examples, print, printResult } from '../../terminal';
import { told, withRecords } from '../audit/access';

/** Adds `sessions list` and `sessions end`. */
export function addSessions(program: Command): void {
  const group = program
    .command('sessions')
    .description('Who is logged in at the desk, by its database (DATABASE_URL).')
    .addHelpText('after', examples('sessions list', 'sessions end --subject officer-7'));
  group
    .command('list')
    .description('List the sessions that run, the newest first.')
    .option('--subject <id>', 'of this person alone')
    .option('--json', 'print them as JSON')
    .action(({ subject, json }) =>
      told(async () => {
        const sessions = await withRecords((pool) => listSessions(pool, subject));
        printResult(json, sessions, () => sessions.map(lineOf).join('\n') || 'Nobody is logged in.');
      }),
    );
  group
    .command('end')
    .description(
      'End all sessions of a person at once. The login provider is not told: end the account there.',
    )
    .requiredOption('--subject <id>', 'the person, as acts and audit name them')
    .action(({ subject }) =>
      told(async () => print(`Ended: ${await withRecords((pool) => endSessions(pool, subject))}.`)),
    );
}

const lineOf = ({ subject, begunAt, usedAt }: ListedSession) =>
  `${subject}  since ${begunAt}  last used ${usedAt}`;
