import type { Command } from '@commander-js/extra-typings';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { factCells, shownFacts } from '../views/facts';
import { columns, printResult } from '../terminal';
import { examples } from '../command-line';
import { withClient } from '../../cases/connection';
import { snapshotOf } from '../../cases/snapshot';
import type { CaseKind } from '../../domain/case/kind';

/** What a bank asks for when it is to look for money. Accounts by their last digits: the page may be passed on. */
const TRACED = [
  'uniqueRef',
  'paymentReference',
  'amountKobo',
  'feeKobo',
  'dutyKobo',
  'sourceEndsWith',
  'bankCode',
  'bankName',
  'beneficiaryEndsWith',
  'sentAt',
  'settledAt',
] as const;

/** Adds `trace REF`. */
export function addTrace(group: Command, kind: CaseKind): void {
  const { noun, sample } = kind;
  group
    .command('trace')
    .description(`Print what the bank needs to look for a ${noun}: references, bank, amount and times.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples(`${noun} trace ${sample.reference}`))
    .action((reference, { json }) =>
      withClient(async (client) => {
        const snapshot = await snapshotOf(client, kind, reference);
        const { stage } = snapshot;
        const traced = traceOf(shownFacts(snapshot));
        printResult(json, { reference, status: stage, ...traced }, () =>
          columns([
            ['reference', reference],
            ['status', stage],
            ...Object.entries(traced).map(factCells),
          ]).join('\n'),
        );
      }),
    );
}

/** What is not known yet is left out. */
const traceOf = (facts: CaseSnapshot['facts']) =>
  Object.fromEntries(
    TRACED.flatMap((name) => {
      const value = facts[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
