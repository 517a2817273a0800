import type { Command } from '@commander-js/extra-typings';
import { reapply, type CommandPayload, type NewTerms } from '../../cases/commands';
import { withClient } from '../../cases/connection';
import { wrongUse } from '../../cases/request-error';
import { reapplication } from '../../domain/loan/commands';
import { examples, printResult } from '../terminal';
import { optionsBesideCases } from '../command-options';

interface Asked {
  readonly newReference: string;
  readonly amountKobo?: number | undefined;
  readonly months?: number | undefined;
}

interface Options extends Asked {
  readonly json?: true;
  readonly [field: string]: unknown;
}

/** Adds `reapply REF`. */
export function addReapply(group: Command): void {
  const command = group
    .command('reapply')
    .summary(reapplication.summary)
    .description(
      `${reapplication.summary}. The bank cannot change an application. The new loan begins with the file of the ` +
        'first: what was handed in or corrected since must be given again.',
    )
    .argument('<reference>', 'reference of the loan')
    .addHelpText(
      'after',
      examples('loan reapply LN-2026-0001 --new-reference LN-2026-0001-B --months 3 --actor officer-1'),
    );
  for (const option of optionsBesideCases(reapplication, 'officer')) command.addOption(option);
  command.option('--json', 'print the outcome as JSON').action((reference, options) =>
    withClient(async (client) => {
      const { json, newReference, amountKobo, months, ...by } = options as unknown as Options;
      const terms = termsOf({ newReference, amountKobo, months });
      const started = await reapply(client, reference, terms, by as unknown as CommandPayload);
      printResult(
        json,
        { reference: newReference, withdrawn: reference, ...started },
        () => `The loan ${reference} is withdrawn; ${newReference} takes its place.`,
      );
    }),
  );
}

/** @throws RequestError when nothing would be different */
function termsOf({ newReference, amountKobo, months }: Asked): NewTerms {
  if (amountKobo === undefined && months === undefined)
    throw wrongUse('Say what is to be different: --amount-kobo, --months or both.');
  return {
    newReference,
    ...(amountKobo !== undefined && { amountKobo }),
    ...(months !== undefined && { months }),
  };
}
