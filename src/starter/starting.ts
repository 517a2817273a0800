import type { Command } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import { standingOf } from './carriers';
import { examples } from './command-line';
import { withClient } from './connect';
import { StarterError } from './exit-codes';
import type { Started } from './start';
import type { Subject } from './subject';
import { printResult, say } from './terminal';
import { endText, followToEnd, requireGoodEnd, seconds } from './waiting';

/** Adds `start FILE`. */
export function addStart(group: Command, subject: Subject): void {
  const { noun, sample, prepare } = subject;
  if (!prepare || sample.file === undefined) return;
  const line = `${noun} start ${sample.file}`;
  const command = group
    .command('start')
    .description(`Start a ${noun} from a file. The same reference again finds the one that runs.`)
    .argument('<file>', subject.fileKinds ?? 'JSON file, or - for stdin')
    .option('--wait', 'follow it to its end: changes on stderr, the result on stdout')
    .option('--timeout-seconds <seconds>', 'with --wait: stop following after so long; it goes on', seconds)
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', examples(line, `${line} --wait --timeout-seconds 600 --json`, `schema ${noun}`))
    .action(async (file, options) => {
      const { reference, start } = await prepare(file, options);
      await withClient(async (client) => {
        const started = await start(client);
        await (options.wait ? thenWait : thenTell)(client, { ...options, subject, reference, started });
      });
    });
  for (const option of subject.startOptions ?? []) command.addOption(option);
}

interface Beginning {
  readonly subject: Subject;
  readonly reference: string;
  readonly started: Started;
  readonly json?: true | undefined;
  readonly timeoutSeconds?: number | undefined;
}

async function thenTell(client: Client, { subject, reference, started, json }: Beginning): Promise<void> {
  const { noun } = subject;
  const standing = await standingOf(client, subject, reference);
  if (!standing.isRunning && started.outcome === 'ended')
    throw new StarterError(
      'refused',
      `The ${noun} ${reference} has ended and is not started again. ${standing.title}`,
    );
  printResult(json, { reference, ...started }, () => startedText(subject, reference, started));
}

async function thenWait(client: Client, beginning: Beginning): Promise<void> {
  const { subject, reference, started, json, timeoutSeconds } = beginning;
  say(startedText(subject, reference, started));
  const end = await followToEnd(client, subject, reference, timeoutSeconds);
  printResult(json, { reference, ...started, result: end.result }, () => endText(subject, reference, end));
  requireGoodEnd(subject, reference, end);
}

const startedText = ({ noun }: Subject, reference: string, { outcome, workflowId }: Started) =>
  outcome === 'started'
    ? `The ${noun} ${reference} is started; its workflow is ${workflowId}.`
    : `The ${noun} ${reference} has been started before; the file was not used.`;
