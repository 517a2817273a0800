import { Command } from '@commander-js/extra-typings';
import { addBudget } from './budget';
import { examples } from './command-line';
import { addLists } from './lists';
import { addReconcile } from './reconcile';
import { addSchedules } from './schedules';
import { addSchema } from './schema';
import { addShow } from './showing';
import { addStart } from './starting';
import { addSteering } from './steering';
import type { Subject } from './subject';
import { subjects } from './subjects';
import { steeringPage } from './steering-page';
import { addTrace } from './trace';
import { addWait } from './waiting';

const EXITS = `
Exit codes: 0 done, 1 refused or ended badly, 2 wrong use or input, 3 Temporal cannot be reached, 4 no end or answer in
time, 130 interrupted. Temporal is found by TEMPORAL_ADDRESS and the other TEMPORAL_* variables, documents by DOCUMENTS_DIR.`;

/** The whole command line. It throws a CommanderError for wrong use, and for help. */
export function createProgram(): Command {
  const program = new Command('npm run starter --')
    .description('Start, show and steer loans, payouts and batches of payouts.')
    .exitOverride()
    .showHelpAfterError('Add --help to see what is possible.')
    .addHelpText(
      'after',
      examples(
        'loan start examples/loan-application.json --wait',
        'loan show LN-2026-0001',
        'loan accept-offer --help',
        'payout attention',
      ) + `\n${EXITS}`,
    );
  for (const subject of Object.values(subjects)) addGroup(program, subject);
  addReconcile(program);
  addSchedules(program);
  addBudget(program);
  addSchema(program);
  program
    .command('steering-page')
    .description('Print the page of all stages, moves, commands and waits, as Markdown.')
    .action(() => void process.stdout.write(steeringPage()));
  return program;
}

function addGroup(program: Command, subject: Subject): void {
  const { noun, about, sample } = subject;
  const started = sample.file === undefined ? [] : [`${noun} start ${sample.file}`];
  const group = program
    .command(noun)
    .description(about)
    .addHelpText('after', examples(...started, `${noun} show ${sample.reference}`));
  group.commandsGroup('Look and start:');
  for (const add of [addStart, addShow, addWait, addLists]) add(group, subject);
  subject.addOwn?.(group);
  if (subject.stageAttribute === 'PayoutStatus') addTrace(group, subject);
  group.commandsGroup('Steer:');
  addSteering(group, subject);
}
