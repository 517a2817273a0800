import { Argument, type Command } from '@commander-js/extra-typings';
import { z } from 'zod';
import { caseView, factCells, shownFacts } from '../views/case';
import { examples, print, printResult, columns } from '../terminal';
import { withClient } from '../../cases/connection';
import { digestContentsOf } from '../../cases/digest-contents';
import { snapshotOf } from '../../cases/snapshot';
import { detailsOf } from '../../cases/started-input';
import { caseId } from '../../domain/wire/workflow-ids';
import type { CaseKind } from '../../domain/case/kind';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { kinds, startableNouns } from '../../domain/kinds';

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
        const decided = (snapshot.approval ?? snapshot.proposals) && {
          details: await detailsOf(client, caseId(noun, reference)),
          contents: await digestContentsOf(client, snapshot),
        };
        printResult(json, snapshot, () => caseView(kind, snapshot, timeline && Infinity, decided));
      }),
    );
}

/** Facts that a bank needs to trace money. Accounts by their last digits, since the page may be passed on. */
const TRACED = [
  ...(['uniqueRef', 'paymentReference', 'amountKobo', 'feeKobo', 'dutyKobo', 'sourceEndsWith'] as const),
  ...(['bankCode', 'bankName', 'beneficiaryEndsWith', 'sentAt', 'settledAt'] as const),
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

export function addSchema(program: Command): void {
  program
    .command('schema')
    .description('Print the JSON Schema of an input file, for editors and programs.')
    .addArgument(new Argument('<kind>', 'of which file').choices(startableNouns))
    .addHelpText('after', examples('schema loan > loan.schema.json'))
    .action((kind) => {
      print(JSON.stringify(z.toJSONSchema(kinds[kind].start.input, { io: 'input' }), null, 2));
    });
}
