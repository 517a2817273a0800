import { activityInfo } from '@temporalio/activity';
import { nextPollDelayMs, type Pace } from '../domain/cadence';
import { businessNow, realDuration } from '../domain/clock';
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

/** What every poll is told. */
interface PollInput {
  readonly pace: Pace;
  /** A business instant before which looking is of no use, unless a person asks (ISO 8601). */
  readonly notBefore?: string;
}

/**
 * An activity that looks once an attempt, and asks Temporal for the next one by its pace. However long it takes, that
 * is one activity in the history.
 */
export function poll<I extends PollInput, T>(
  look: (input: I, limits: CallLimits) => Promise<Look<T>>,
): (input: I) => Promise<T> {
  return attempted('none', async (input, limits) => {
    const looks = input.pace.askNow || activityInfo().attempt > 1;
    const seen = looks ? await look(input, limits).catch(notYet) : { still: 'not asked yet' };
    if ('settled' in seen) return seen.settled;
    const delayMs = Math.max(earlyMs(input), nextPollDelayMs(input.pace, waitedMs(input)));
    throw waitLonger(`${seen.still}, asking again in ${inWords(delayMs)}`, delayMs);
  });
}

function notYet(error: unknown): { still: string } {
  if (error instanceof NotYetError) return { still: error.message };
  throw error;
}

/** Real milliseconds until looking is of use. Instants are the server's, so that skipped time counts. */
function earlyMs({ pace: { clock }, notBefore }: PollInput): number {
  if (notBefore === undefined) return 0;
  const now = businessNow(clock, activityInfo().currentAttemptScheduledTimestampMs);
  return Math.max(0, realDuration(clock, Date.parse(notBefore) - now));
}

/** Real milliseconds since looking is of use. */
function waitedMs({ pace: { clock }, notBefore }: PollInput): number {
  const { currentAttemptScheduledTimestampMs: now, scheduledTimestampMs: begun } = activityInfo();
  if (notBefore === undefined) return now - begun;
  const since = realDuration(clock, businessNow(clock, now) - Date.parse(notBefore));
  return Math.max(0, Math.min(now - begun, since));
}

function inWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
