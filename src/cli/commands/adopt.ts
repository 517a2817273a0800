import type { Command } from '@commander-js/extra-typings';
import { adoptPayout } from '../../cases/start';
import { withClient } from '../../cases/connection';
import { adoption, type Adoption } from '../../domain/payout/adoption';
import { commandLine, examples, printResult } from '../terminal';
import { optionsBesideCases } from '../command-options';
import type { CaseKind } from '../../domain/case/kind';

/** Adds `adopt REF`. */
export function addAdopt(group: Command, kind: CaseKind): void {
  const { noun, sample, usualRole } = kind;
  const paid = noun === 'flush' ? 'flush' : 'payout';
  const command = group
    .command('adopt')
    .summary(adoption.summary.replace('payout', noun))
    .description(
      `Take up a ${noun} whose workflow was terminated or cancelled in Temporal. The bank is asked first; what may have ` +
        'been sent is sent again only when a person says so, what was never sent waits for its release.',
    )
    .argument('<reference>', `reference of the ${noun}`)
    .addHelpText('after', examples(`${noun} adopt ${sample.reference} --reason MISTAKE --actor operator-1`));
  for (const option of optionsBesideCases(adoption, usualRole)) command.addOption(option);
  command.option('--json', 'print the outcome as JSON').action((reference, { json, ...by }: Options) =>
    withClient(async (client) => {
      const workflowId = await adoptPayout(client, paid, reference, by as Omit<Adoption, 'runId'>);
      printResult(json, { reference, workflowId }, () =>
        [
          `The ${noun} ${reference} is adopted.`,
          `What the bank has of it shows in: ${commandLine(kind, 'show', reference)}`,
        ].join('\n'),
      );
    }),
  );
}

interface Options {
  readonly json?: true;
  readonly [field: string]: unknown;
}
