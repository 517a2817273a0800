import type { Command } from '@commander-js/extra-typings';
import type { Pool } from 'pg';
import { endSessions, forgetPerson, listSessions } from '../../../records/desk-sessions';
import { emptySummaries } from '../../../records/projection/summary';
import { examples, inform, print, printResult } from '../../terminal';
import { withRecords } from '../audit';

const ofDesk = <R>(use: (pool: Pool) => Promise<R>) => withRecords(use, 'the desk');

export function addSessions(program: Command): void {
  const group = program
    .command('sessions')
    .description('Who is logged in at the desk, by its database: with the environment of the desk.')
    .addHelpText('after', examples('sessions list', 'sessions end --subject officer-7'));
  group
    .command('list')
    .description('List the sessions that run, the newest first.')
    .option('--subject <id>', 'of this person alone')
    .option('--json', 'print them as JSON')
    .action(async ({ subject, json }) => {
      const sessions = await ofDesk((pool) => listSessions(pool, subject));
      const lines = sessions.map((one) => `${one.subject}  since ${one.begunAt}  last used ${one.usedAt}`);
      printResult(json, sessions, () => lines.join('\n') || 'Nobody is logged in.');
    });
  group
    .command('end')
    .description(
      'End all sessions of a person at once. The login provider is not told: end the account there.',
    )
    .requiredOption('--subject <id>', 'the person, as acts and audit name them')
    .action(async ({ subject }) => print(`Ended: ${await ofDesk((pool) => endSessions(pool, subject))}.`));
  group
    .command('forget')
    .description(
      'Take the name of a person out of the desk, and end their sessions. The audit keeps the id alone.',
    )
    .requiredOption('--subject <id>', 'the person, as acts and audit name them')
    .action(async ({ subject }) => {
      const wasKnown = await ofDesk((pool) => forgetPerson(pool, subject));
      print(wasKnown ? 'Forgotten.' : 'The desk knew no such person.');
    });
}

export function addRecords(program: Command): void {
  program
    .command('records')
    .description("The desk's copy of the cases, which its lists are made from.")
    .addHelpText('after', examples('records rebuild'))
    .command('rebuild')
    .description(
      'Empty the copy, with the environment of the desk: a desk that runs reads every case anew. The cases themselves are not touched.',
    )
    .addHelpText('after', examples('records rebuild'))
    .action(async () => {
      await ofDesk(emptySummaries);
      inform(
        'The copy is empty. A desk that runs reads all cases anew; until then its lists say that they are old.',
      );
    });
}
