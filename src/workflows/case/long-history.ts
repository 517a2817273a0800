import { setHandler, workflowInfo, type SignalDefinition } from '@temporalio/workflow';
import type { Way } from '../../domain/case/proof';

/**
 * Events after which a case takes nothing by signal. The server keeps up to 10,000 signals of a run, four events each as
 * long as none is looked at; with what comes before, that stays below the 51,200 at which it ends a run.
 */
const SIGNALS_MAX = 10_000;

/** Events after which a case takes no command at all: what is left belongs to its stages. */
const COMMANDS_MAX = 48_000;

const isTooLongForSignals = (): boolean => workflowInfo().historyLength > SIGNALS_MAX;

/** Hears news by signal. Acting on it lengthens the history, so a case whose history is long hears no more. */
export function hear<A extends unknown[]>(signal: SignalDefinition<A>, handle: (...given: A) => void): void {
  setHandler(signal, (...given: A) => {
    if (!isTooLongForSignals()) handle(...given);
  });
}

/** Why a case takes no command that comes this way any more, as a sentence; `undefined` while it does. */
export function tooLongFor(way: Way): string | undefined {
  if (workflowInfo().historyLength > COMMANDS_MAX)
    return 'The case has taken so many messages that it takes no more commands. It finishes what was begun.';
  return way === 'signal' && isTooLongForSignals()
    ? 'The case has taken so many messages that it takes commands by update alone.'
    : undefined;
}
