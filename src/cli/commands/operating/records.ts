import type { Command } from '@commander-js/extra-typings';
import { emptySummaries } from '../../../records/projection/summary';
import { examples, inform } from '../../terminal';
import { told, withRecords } from '../audit/access';

/** Adds `records rebuild`. */
export function addRecords(program: Command): void {
  const group = program
    .command('records')
    .description("The desk's copy of the cases, which its lists are made from.")
    .addHelpText('after', examples('records rebuild'));
  group
    .command('rebuild')
    .description(
      'Empty the copy: a desk that runs reads every case anew. The cases themselves are not touched.',
    )
    .addHelpText('after', examples('records rebuild'))
    .action(() =>
      told(async () => {
        await withRecords(emptySummaries);
        inform(
          'The copy is empty. A desk that runs reads all cases anew; until then its lists say that they are old.',
        );
      }),
    );
}
