import type { Command } from '@commander-js/extra-typings';
import { caseView } from '../views/case';
import { examples, printResult } from '../terminal';
import { withClient } from '../../cases/connection';
import { snapshotOf } from '../../cases/snapshot';
import type { CaseKind } from '../../domain/case/kind';

export function addShow(group: Command, kind: CaseKind): void {
  const { noun, sample } = kind;
  group
    .command('show')
    .description(`Show a ${noun}: where it stands, what it waits for, what to do.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--timeline', 'the whole timeline, not only its latest entries')
    .option('--json', 'print the whole case as JSON')
    .addHelpText(
      'after',
      examples(`${noun} show ${sample.reference}`, `${noun} show ${sample.reference} --timeline`),
    )
    .action((reference, { json, timeline }) =>
      withClient(async (client) => {
        const snapshot = await snapshotOf(client, kind, reference);
        printResult(json, snapshot, () => caseView(kind, snapshot, timeline && Infinity));
      }),
    );
}
