import { InvalidArgumentError, type Command } from '@commander-js/extra-typings';
import { WorkflowFailedError, type Client } from '@temporalio/client';
import { rootCause } from '@temporalio/common';
import { progressLine } from './case-view';
import { commandLine, examples } from './command-line';
import { withClient } from './connect';
import { StarterError } from './exit-codes';
import { silenceText } from './silence';
import type { End, Subject } from './subject';
import { printResult, say } from './terminal';

/** Adds `wait REF`. */
export function addWait(group: Command, subject: Subject): void {
  const { noun, sample } = subject;
  group
    .command('wait')
    .description(`Follow a ${noun} to its end: changes on stderr, the result on stdout.`)
    .argument('<reference>', `reference of the ${noun}`)
    .option('--timeout-seconds <seconds>', 'stop following after so long; it goes on', seconds)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples(`${noun} wait ${sample.reference} --timeout-seconds 600`))
    .action((reference, { timeoutSeconds, json }) =>
      withClient(async (client) => {
        await subject.carriers(client, reference);
        const end = await followToEnd(client, subject, reference, timeoutSeconds);
        printResult(json, { reference, ...end.result }, () => endText(subject, reference, end));
        requireGoodEnd(subject, reference, end);
      }),
    );
}

/** Reads a number of seconds from the command line. */
export function seconds(text: string): number {
  if (!/^\d{1,7}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be a whole number of seconds.');
  return Number(text);
}

/** Follows something to its end and shows its changes on stderr. @throws StarterError after the timeout. */
export async function followToEnd(
  client: Client,
  subject: Subject,
  reference: string,
  timeoutSeconds?: number,
): Promise<End> {
  const patience = timeoutSeconds === undefined ? undefined : AbortSignal.timeout(timeoutSeconds * 1000);
  const silence = new Silence(client);
  try {
    return await subject.follow(client, reference, {
      onChange: (file) => {
        silence.hasEnded = true;
        say(progressLine(subject, file));
      },
      onSilence: () => void silence.explain(),
      ...(patience && { signal: patience }),
    });
  } catch (error) {
    if (patience?.aborted) {
      if (!silence.hasEnded) await silence.explain();
      throw timedOut(subject, reference, timeoutSeconds);
    }
    if (!(error instanceof WorkflowFailedError)) throw error;
    throw new StarterError(
      'refused',
      `The ${subject.noun} ${reference} failed: ${rootCause(error.cause) ?? ''}`,
    );
  }
}

/** How it ended, in a line. */
export function endText({ noun, stages }: Subject, reference: string, { stage, reason }: End): string {
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  return `The ${noun} ${reference} has ended. ${stages[stage]?.title ?? stage}${why}.`;
}

/** Scripts learn from the exit code whether the end is the one that was hoped for. */
export function requireGoodEnd(subject: Subject, reference: string, end: End): void {
  if (!end.isGood) throw new StarterError('refused', endText(subject, reference, end));
}

/** Says why nobody answers, once. */
class Silence {
  /** Whether anybody has answered. */
  hasEnded = false;
  private explained: Promise<void> | undefined;

  constructor(private readonly client: Client) {}

  explain(): Promise<void> {
    return (this.explained ??= silenceText(this.client).then(say, () => undefined));
  }
}

const timedOut = (subject: Subject, reference: string, timeoutSeconds = 0) =>
  new StarterError(
    'timedOut',
    `The ${subject.noun} ${reference} has not ended within ${timeoutSeconds} seconds; it goes on. ` +
      `See ${commandLine(subject, 'show', reference)}`,
  );
