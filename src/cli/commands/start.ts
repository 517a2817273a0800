import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { indexedStage } from '../../cases/workflow-chain';
import { examples } from '../command-line';
import { withClient } from '../../cases/connection';
import { RequestError } from '../../cases/request-error';
import type { Started } from '../../cases/start';
import type { CliResource } from '../resource';
import { printResult, inform } from '../terminal';
import { seconds } from '../option-values';
import { endText, followToEnd, requireGoodEnd } from './wait';

/** Adds `start FILE`. */
export function addStart(group: Command, resource: CliResource): void {
  const { noun, sample, prepare } = resource;
  if (!prepare || sample.file === undefined) return;
  const line = `${noun} start ${sample.file}`;
  const command = group
    .command('start')
    .description(
      `Start a ${noun} from a file. The same file again finds the case that runs; another file under the same reference is refused.`,
    )
    .argument('<file>', resource.fileKinds ?? 'JSON file, or - for stdin')
    .option('--wait', 'follow it to its end: changes on stderr, the result on stdout')
    .option('--timeout-seconds <seconds>', 'with --wait: stop following after so long; it goes on', seconds)
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', examples(line, `${line} --wait --timeout-seconds 600 --json`, `schema ${noun}`))
    .action(async (file, options) => {
      const { reference, start } = await prepare(file, options);
      await withClient(async (client) => {
        const started = await start(client);
        await (options.wait ? thenWait : thenTell)(client, { ...options, resource, reference, started });
      });
    });
  for (const option of resource.startOptions ?? []) command.addOption(option);
}

interface Beginning {
  readonly resource: CliResource;
  readonly reference: string;
  readonly started: Started;
  readonly json?: true | undefined;
  readonly timeoutSeconds?: number | undefined;
}

async function thenTell(client: Client, { resource, reference, started, json }: Beginning): Promise<void> {
  const { noun } = resource;
  const indexed = await indexedStage(client, resource, reference);
  if (!indexed.isRunning && started.outcome === 'ended')
    throw new RequestError(
      'refused',
      `The ${noun} ${reference} has ended and is not started again. ${indexed.title}`,
    );
  printResult(json, { reference, ...started }, () => startedText(resource, reference, started));
}

async function thenWait(client: Client, beginning: Beginning): Promise<void> {
  const { resource, reference, started, json, timeoutSeconds } = beginning;
  inform(startedText(resource, reference, started));
  const end = await followToEnd(client, resource, reference, timeoutSeconds);
  printResult(json, { reference, ...started, result: end.result }, () => endText(resource, reference, end));
  requireGoodEnd(resource, reference, end);
}

const startedText = ({ noun }: CliResource, reference: string, { outcome, workflowId }: Started) =>
  outcome === 'started'
    ? `The ${noun} ${reference} is started; its workflow is ${workflowId}.`
    : `The ${noun} ${reference} is already there, started from the same file.`;
