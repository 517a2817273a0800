import type { Command, Option } from '@commander-js/extra-typings';
import { type Client, WorkflowFailedError } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import { indexedStage, workflowChain } from '../../cases/workflow-chain';
import { examples, printResult, inform, commandLine } from '../terminal';
import { withClient, noWorkerText } from '../../cases/connection';
import { refusal, timedOut, wrongUse } from '../../cases/request-error';
import { requireTaken, startCase, type Started, adoptPayout } from '../../cases/start';
import type { CaseKind, CaseEnd } from '../../domain/case/kind';
import { readInputFile } from '../files/input-file';
import { seconds, optionsBesideCases, type Options } from '../command-options';
import { progressLine } from '../views/case';
import { followCase } from '../../cases/follow';
import { adoption, type Adoption } from '../../domain/payout/adoption';
import { reapply, type NewTerms } from '../../cases/reapply';
import type { CommandPayload } from '../../cases/signing';
import { reapplication } from '../../domain/loan/commands';

export function addStart(group: Command, kind: CaseKind, own: CommandsOfOneKind = {}): void {
  const { noun, sample, start } = kind;
  if (!start || sample.file === undefined) return;
  const line = `${noun} start ${sample.file}`;
  const command = group
    .command('start')
    .description(
      `Start a ${noun} from a file. The same file again finds the case that runs; another file under the same reference is refused.`,
    )
    .argument('<file>', own.fileKinds ?? 'JSON file, or - for stdin')
    .option('--wait', 'follow it to its end: changes on stderr, the result on stdout')
    .option('--timeout-seconds <seconds>', 'with --wait: stop following after so long; it goes on', seconds)
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', examples(line, `${line} --wait --timeout-seconds 600 --json`, `schema ${noun}`))
    .action(async (file, options) => {
      const input = await (own.read?.(file, options) ?? readInputFile(file, start.input));
      const reference = start.reference(input);
      await withClient(async (client) => {
        const started = await requireTaken(client, await startCase(client, { ...kind, start }, input));
        if (!options.wait) return tell(client, kind, reference, started, options.json);
        inform(startedText(kind, reference, started));
        await wait(client, kind, reference, options, (result) => ({ reference, ...started, result }));
      });
    });
  for (const option of own.startOptions ?? []) command.addOption(option);
}

async function tell(client: Client, kind: CaseKind, reference: string, started: Started, json?: true) {
  const { noun } = kind;
  const indexed = await indexedStage(client, kind, reference);
  if (!indexed.isRunning && started.outcome === 'ended')
    throw refusal(`The ${noun} ${reference} has ended and is not started again. ${indexed.title}`);
  printResult(json, { reference, ...started }, () => startedText(kind, reference, started));
}

/** Follows a case to its end, and prints its result. @throws RequestError if it has not ended well */
async function wait(
  client: Client,
  kind: CaseKind,
  reference: string,
  options: { readonly json?: true | undefined; readonly timeoutSeconds?: number | undefined },
  shown: (result: object) => object,
): Promise<void> {
  const end = await followToEnd(client, kind, reference, options.timeoutSeconds);
  const text = endText(kind, reference, end);
  printResult(options.json, shown(end.result), () => text);
  if (!end.isGood) throw refusal(text);
}

function startedText(kind: CaseKind, reference: string, { outcome, workflowId }: Started): string {
  const texts: Partial<Record<Started['outcome'], string>> = {
    started: `is started; its workflow is ${workflowId}.`,
    waiting: `is handed in, and no worker has taken it yet. What becomes of it shows in: ${commandLine(kind, 'show', reference)}`,
  };
  return `The ${kind.noun} ${reference} ${texts[outcome] ?? 'is already there, started from the same file.'}`;
}

export function addWait(group: Command, kind: CaseKind): void {
  const { noun, sample } = kind;
  group
    .command('wait')
    .description(`Follow a ${noun} to its end: changes on stderr, the result on stdout.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--timeout-seconds <seconds>', 'stop following after so long; it goes on', seconds)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples(`${noun} wait ${sample.reference} --timeout-seconds 600`))
    .action((reference, options) =>
      withClient(async (client) => {
        await workflowChain(client, kind, reference);
        await wait(client, kind, reference, options, (result) => ({ reference, ...result }));
      }),
    );
}

export interface CommandsOfOneKind {
  /** The kinds of files that `start` accepts; JSON by default. */
  readonly fileKinds?: string;
  readonly startOptions?: readonly Option[];
  /** Reads the input file, if that takes more than the schema. */
  readonly read?: (path: string, options: Readonly<Record<string, unknown>>) => Promise<object>;
  readonly addCommands?: (group: Command) => void;
}

/** Follows a case to its end and shows its changes on stderr. @throws RequestError after the timeout. */
async function followToEnd(client: Client, kind: CaseKind, reference: string, timeoutSeconds?: number) {
  const patience = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
  // Said once, and no more after a worker has answered.
  let absence: Promise<void> | undefined;
  const explainAbsence = () => (absence ??= noWorkerText(client).then(inform, () => undefined));
  try {
    const result = await followCase(client, kind, reference, {
      onChange: (snapshot) => {
        absence = Promise.resolve();
        inform(progressLine(kind, snapshot));
      },
      onNoWorker: () => void explainAbsence(),
      ...(patience && { signal: patience }),
    });
    return { result, ...kind.end(result) };
  } catch (error) {
    if (patience?.aborted) {
      await explainAbsence();
      throw timedOut(
        `The ${kind.noun} ${reference} has not ended within ${timeoutSeconds} seconds; it goes on. ` +
          `See ${commandLine(kind, 'show', reference)}`,
      );
    }
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw refusal(`The ${kind.noun} ${reference} failed: ${rootCause(error.cause) ?? ''}`);
  }
}

function endText({ noun, stages }: CaseKind, reference: string, { stage, reason }: CaseEnd): string {
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  return `The ${noun} ${reference} has ended. ${stages[stage]?.title ?? stage}${why}.`;
}

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
      const { json, newReference, amountKobo, months, ...by } = options as unknown as Options & NewTerms;
      if (amountKobo === undefined && months === undefined)
        throw wrongUse('Say what is to be different: --amount-kobo, --months or both.');
      const terms = { newReference, amountKobo, months };
      const started = await reapply(client, reference, terms, by as unknown as CommandPayload);
      const result = { reference: newReference, withdrawn: reference, ...started };
      printResult(json, result, () => `The loan ${reference} is withdrawn; ${newReference} takes its place.`);
    }),
  );
}
