import type { Command } from '@commander-js/extra-typings';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import { progressLine } from '../views/case';
import { commandLine, examples } from '../command-line';
import { noWorkerText, withClient } from '../../cases/connection';
import { RequestError } from '../../cases/request-error';
import { followCase } from '../../cases/follow';
import { workflowChain } from '../../cases/workflow-chain';
import type { CaseEnd, CaseKind } from '../../domain/case/kind';
import { seconds } from '../option-values';
import { printResult, inform } from '../terminal';

/** Adds `wait REF`. */
export function addWait(group: Command, kind: CaseKind): void {
  const { noun, sample } = kind;
  group
    .command('wait')
    .description(`Follow a ${noun} to its end: changes on stderr, the result on stdout.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--timeout-seconds <seconds>', 'stop following after so long; it goes on', seconds)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples(`${noun} wait ${sample.reference} --timeout-seconds 600`))
    .action((reference, { timeoutSeconds, json }) =>
      withClient(async (client) => {
        await workflowChain(client, kind, reference);
        const end = await followToEnd(client, kind, reference, timeoutSeconds);
        printResult(json, { reference, ...end.result }, () => endText(kind, reference, end));
        requireGoodEnd(kind, reference, end);
      }),
    );
}

/** Follows something to its end and shows its changes on stderr. @throws RequestError after the timeout. */
export async function followToEnd(
  client: Client,
  kind: CaseKind,
  reference: string,
  timeoutSeconds?: number,
): Promise<CaseEnd> {
  const patience = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
  const absence = new WorkerAbsence(client);
  try {
    const result = await followCase(client, kind, reference, {
      onChange: (snapshot) => {
        absence.end();
        inform(progressLine(kind, snapshot));
      },
      onNoWorker: () => void absence.explain(),
      ...(patience && { signal: patience }),
    });
    return { result, ...kind.end(result) };
  } catch (error) {
    if (patience?.aborted) {
      await absence.explain();
      throw timedOut(kind, reference, timeoutSeconds);
    }
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw new RequestError(
      'refused',
      `The ${kind.noun} ${reference} failed: ${rootCause(error.cause) ?? ''}`,
    );
  }
}

/** How it ended, in a line. */
export function endText({ noun, stages }: CaseKind, reference: string, { stage, reason }: CaseEnd): string {
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  return `The ${noun} ${reference} has ended. ${stages[stage]?.title ?? stage}${why}.`;
}

/** Scripts learn from the exit code whether the case came to a good end. */
export function requireGoodEnd(kind: CaseKind, reference: string, end: CaseEnd): void {
  if (!end.isGood) throw new RequestError('refused', endText(kind, reference, end));
}

/** Says once why no worker answers; nothing once one has answered. */
class WorkerAbsence {
  private hasEnded = false;
  private explained: Promise<void> | undefined;

  constructor(private readonly client: Client) {}

  /** A worker has answered. */
  end(): void {
    this.hasEnded = true;
  }

  async explain(): Promise<void> {
    if (this.hasEnded) return;
    await (this.explained ??= noWorkerText(this.client).then(inform, () => undefined));
  }
}

const timedOut = (kind: CaseKind, reference: string, timeoutSeconds = 0) =>
  new RequestError(
    'timedOut',
    `The ${kind.noun} ${reference} has not ended within ${timeoutSeconds} seconds; it goes on. ` +
      `See ${commandLine(kind, 'show', reference)}`,
  );
