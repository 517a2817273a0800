import type { Command } from '@commander-js/extra-typings';
import { factCells, shownFacts } from '../views/case';
import { examples, printResult, columns } from '../terminal';
import { withClient } from '../../cases/connection';
import { snapshotOf } from '../../cases/snapshot';
import type { CaseKind } from '../../domain/case/kind';
import type { CaseSnapshot } from '../../domain/case/snapshot';

/** Facts that a bank needs to trace money. Accounts by their last digits, since the page may be passed on. */
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

/** Leaves out facts that are not known yet. */
const traceOf = (facts: CaseSnapshot['facts']) =>
  Object.fromEntries(
    TRACED.flatMap((name) => {
      const value = facts[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
