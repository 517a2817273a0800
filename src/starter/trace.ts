import type { Command } from '@commander-js/extra-typings';
import type { CaseFile } from '../domain/case-file';
import { fact, rows } from './case-view';
import { examples } from './command-line';
import { withClient } from './connect';
import { situationOf } from './situation';
import type { Subject } from './subject';
import { printResult } from './terminal';

/** What a bank asks for when it is to look for money. Accounts by their last digits: the page may be passed on. */
const TRACED = [
  'uniqueRef',
  'paymentReference',
  'amountKobo',
  'feeKobo',
  'sourceEndsWith',
  'bankCode',
  'bankName',
  'beneficiaryEndsWith',
  'sentAt',
  'settledAt',
] as const;

/** Adds `trace REF`. */
export function addTrace(group: Command, subject: Subject): void {
  const { noun, sample } = subject;
  group
    .command('trace')
    .description(`Print what the bank needs to look for a ${noun}: references, bank, amount and times.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples(`${noun} trace ${sample.reference}`))
    .action((reference, { json }) =>
      withClient(async (client) => {
        const { stage, facts } = await situationOf(client, subject, reference);
        const traced = traceOf(facts);
        printResult(json, { reference, status: stage, ...traced }, () =>
          rows([['reference', reference], ['status', stage], ...Object.entries(traced).map(fact)]).join('\n'),
        );
      }),
    );
}

/** What is not known yet is left out. */
const traceOf = (facts: CaseFile['facts']) =>
  Object.fromEntries(
    TRACED.flatMap((name) => {
      const value = facts[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
