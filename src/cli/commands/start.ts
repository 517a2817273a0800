import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { indexedStage } from '../../cases/workflow-chain';
import { examples } from '../command-line';
import { withClient } from '../../cases/connection';
import { RequestError } from '../../cases/request-error';
import { startCase, type Started } from '../../cases/start';
import type { CaseKind } from '../../domain/case/kind';
import { readInputFile } from '../files/input-file';
import type { OwnPart } from '../own-parts';
import { printResult, inform } from '../terminal';
import { seconds } from '../option-values';
import { endText, followToEnd, requireGoodEnd } from './wait';

/** Adds `start FILE`. */
export function addStart(group: Command, kind: CaseKind, own: OwnPart = {}): void {
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
        const started = await startCase(client, { ...kind, start }, input);
        await (options.wait ? thenWait : thenTell)(client, { ...options, kind, reference, started });
      });
    });
  for (const option of own.startOptions ?? []) command.addOption(option);
}

interface Beginning {
  readonly kind: CaseKind;
  readonly reference: string;
  readonly started: Started;
  readonly json?: true | undefined;
  readonly timeoutSeconds?: number | undefined;
}

async function thenTell(client: Client, { kind, reference, started, json }: Beginning): Promise<void> {
  const { noun } = kind;
  const indexed = await indexedStage(client, kind, reference);
  if (!indexed.isRunning && started.outcome === 'ended')
    throw new RequestError(
      'refused',
      `The ${noun} ${reference} has ended and is not started again. ${indexed.title}`,
    );
  printResult(json, { reference, ...started }, () => startedText(kind, reference, started));
}

async function thenWait(client: Client, beginning: Beginning): Promise<void> {
  const { kind, reference, started, json, timeoutSeconds } = beginning;
  inform(startedText(kind, reference, started));
  const end = await followToEnd(client, kind, reference, timeoutSeconds);
  printResult(json, { reference, ...started, result: end.result }, () => endText(kind, reference, end));
  requireGoodEnd(kind, reference, end);
}

const startedText = ({ noun }: CaseKind, reference: string, { outcome, workflowId }: Started) =>
  outcome === 'started'
    ? `The ${noun} ${reference} is started; its workflow is ${workflowId}.`
    : `The ${noun} ${reference} is already there, started from the same file.`;
