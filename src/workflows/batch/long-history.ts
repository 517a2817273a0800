import { workflowInfo } from '@temporalio/workflow';
import type { Way } from '../../domain/case/proof';

/**
 * Events after which a batch takes no command by signal. The server keeps up to 10,000 signals of a run, four events each
 * as long as none is looked at; with what comes before, and its chunks, that stays below the 51,200 at which it ends a run.
 */
const SIGNALS_MAX = 10_000;

/** Events after which a batch takes no command at all: what is left belongs to its chunks. */
const COMMANDS_MAX = 48_000;

/** Why a batch, which stays in one run, takes no command that comes this way any more; nothing while it does. */
export function tooLongFor(way: Way): string | undefined {
  const { historyLength } = workflowInfo();
  if (historyLength > COMMANDS_MAX)
    return 'the batch has taken so many messages that it takes no more commands: what is approved is paid, and each payout takes commands by its own reference';
  return way === 'signal' && historyLength > SIGNALS_MAX
    ? 'the batch has taken so many messages that it takes commands by update alone'
    : undefined;
}
