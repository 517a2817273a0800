import type { Command } from '@commander-js/extra-typings';
import { caseView } from '../views/case';
import { examples } from '../command-line';
import { withClient } from '../../cases/connection';
import { snapshotOf } from '../../cases/snapshot';
import type { CaseKind } from '../../domain/case/kind';
import { printResult } from '../terminal';

/** Adds `show REF`, and `case REF` as its old name for the whole timeline. */
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
    .action((reference, options) => show(kind, reference, options));
  group
    .command('case', { hidden: true })
    .argument('<reference>')
    .option('--json')
    .action((reference, { json }) => show(kind, reference, { json, timeline: true }));
}

const show = (
  kind: CaseKind,
  reference: string,
  { json, timeline }: { json?: true | undefined; timeline?: true | undefined },
) =>
  withClient(async (client) => {
    const snapshot = await snapshotOf(client, kind, reference);
    printResult(json, snapshot, () => caseView(kind, snapshot, timeline && Infinity));
  });
