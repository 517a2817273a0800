import { activityInfo } from '@temporalio/activity';
import { nextPollDelayMs, type Pace } from '../domain/cadence';
import { NotYetError } from '../service/errors';
import type { CallLimits } from '../service/exchange';
import { attempted } from './attempt';
import { waitLonger } from './failures';

/** What one look showed: the end of the wait, or what is still so. */
export type Look<T> = { readonly settled: T } | { readonly still: string };

/** The wait is over, with this. */
export const settled = <T>(result: T) => ({ settled: result });

/** Keep waiting: `KYC is PENDING`. A value that does not look like a status is not repeated. */
export const still = (subject: string, status: string) => ({
  still: `${subject} is ${/^[A-Z_]{1,40}$/.test(status) ? status : 'in an unknown state'}`,
});

/**
 * An activity that looks once an attempt, and asks Temporal for the next one by its pace. However long it takes, that
 * is one activity in the history.
 */
export function poll<I extends { readonly pace: Pace }, T>(
  look: (input: I, limits: CallLimits) => Promise<Look<T>>,
): (input: I) => Promise<T> {
  return attempted('none', async (input, limits) => {
    const isTooEarly = !input.pace.askNow && activityInfo().attempt === 1;
    const seen = isTooEarly ? { still: 'just begun' } : await look(input, limits).catch(notYet);
    if ('settled' in seen) return seen.settled;
    const delayMs = nextPollDelayMs(input.pace, waitedMs());
    throw waitLonger(`${seen.still}, asking again in ${inWords(delayMs)}`, delayMs);
  });
}

function notYet(error: unknown): { still: string } {
  if (error instanceof NotYetError) return { still: error.message };
  throw error;
}

/** Between two instants of the server's clock, so that skipped time counts. */
function waitedMs(): number {
  const { currentAttemptScheduledTimestampMs, scheduledTimestampMs } = activityInfo();
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs;
}

function inWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
