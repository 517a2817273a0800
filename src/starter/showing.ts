import type { Command } from '@commander-js/extra-typings';
import { caseView } from './case-view';
import { examples } from './command-line';
import { withClient } from './connect';
import { situationOf } from './situation';
import type { Subject } from './subject';
import { printResult } from './terminal';

const WHOLE_TIMELINE = Infinity;

/** Adds `show REF` and `case REF`. */
export function addShow(group: Command, subject: Subject): void {
  addView(group, subject, 'show', 'where it stands, what it waits for, what to do');
  addView(group, subject, 'case', 'everything there is, with the whole timeline', WHOLE_TIMELINE);
}

function addView(group: Command, subject: Subject, name: string, what: string, entries?: number): void {
  const { noun, sample } = subject;
  group
    .command(name)
    .description(`Show a ${noun}: ${what}.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--json', 'print the whole case as JSON')
    .addHelpText('after', examples(`${noun} ${name} ${sample.reference}`))
    .action((reference, { json }) =>
      withClient(async (client) => {
        const situation = await situationOf(client, subject, reference);
        printResult(json, situation, () => caseView(subject, situation, entries));
      }),
    );
}
