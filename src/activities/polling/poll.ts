import { activityInfo, Context } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import { NotYetError, UnexpectedResponseError } from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import { nextPollDelayMs, type Pace } from '../../domain/time/cadence';
import { businessNow, pollDelay, realDuration, type Clock } from '../../domain/time/clock';
import { attempted } from '../activity-wrapper';
import { isDocumented, UNDOCUMENTED, type WordSubject } from '../../domain/wire/bank-words';
import { heartbeating } from '../heartbeats';
import { tellUnknownWord } from '../stall-notices';
import { waitLonger, failureOf } from '../failures';
import type { StatusFeed } from './status-feed';
import type { StatusReader } from './status-reader';
import type { Interpretation, PollOutcome } from './waiter';

/** The wait is over, with this. */
export const settled = <T>(result: T) => ({ settled: result });

/** Keep waiting: `KYC is PENDING`. A value that does not look like a status is not repeated. */
export function pending(what: string, status: string, subject?: WordSubject) {
  if (!/^[A-Z_]{1,40}$/.test(status)) return { pending: `${what} is in an unknown state` };
  const isKnown = subject === undefined || isDocumented(subject, status);
  return { pending: `${what} is ${status}${isKnown ? '' : `, ${UNDOCUMENTED}`}` };
}

interface PollInput {
  readonly pace: Pace;
  /** A business instant before which reading is of no use, unless a person asks (ISO 8601). */
  readonly notBefore?: string;
}

/** The object of a poll: its reader, its key, and the meaning of a fact about it. */
interface Awaited<I, F, T> {
  readonly reader: (input: I) => StatusReader<F>;
  readonly key: (input: I) => string;
  readonly interpret: (fact: F, input: I) => Interpretation<T>;
  /** Whether it also looks quickly while the rate limiter has calls to spare; left out, it keeps to its cadence. */
  readonly looksQuickly?: true;
}

/**
 * A poll of the bank: it asks the feed and waits, and when it should not stay, ends as a failure that Temporal retries
 * at its next date. However long that takes, it is one activity in the history.
 */
export const pollThrough =
  (feed: StatusFeed, now: () => number) =>
  <I extends PollInput, F, T>({ reader, key, interpret, looksQuickly }: Awaited<I, F, T>) => {
    const answers = new UnreadableAnswers();
    return attempted('none', async (input: I, { signal }: CallLimits) => {
      const openedAtMs = now();
      // The feed asks for the next date outside of this activity's context.
      const { begunMs, waitedMs, earlyMs } = timesOf(input);
      const nextDelayMs = () => {
        const openMs = now() - openedAtMs;
        const byCadenceMs = nextPollDelayMs(input.pace, waitedMs + openMs, feed.limiter.backOffFactor);
        return Math.max(earlyMs - openMs, byCadenceMs);
      };
      const question = {
        key: key(input),
        interpret: (fact: F) => interpret(fact, input),
        sinceMs: openedAtMs - begunMs,
        // The cadence's first wait comes before the first read, unless calls cost nothing.
        dueInMs: isFirst(input) && !(feed.limiter.isUnlimited && earlyMs === 0) ? nextDelayMs() : 0,
        nextDelayMs,
        ...(looksQuickly && {
          speedDelayMs: () => quickLookDelayMs(input.pace.clock, waitedMs + now() - openedAtMs),
        }),
        isRecheck: input.pace.trigger === 'recheck' && activityInfo().attempt === 1,
      };
      const ask = () => heartbeating(() => feed.ask(reader(input), question, signal));
      return resultOf(await answers.counted(question.key, ask));
    });
  };

/**
 * Quick looks at a payout, in seconds: the first when it may well have ended, then often, later ones this share of the
 * time already waited apart. One that settles between two looks is confirmed within three seconds, the call included.
 */
const QUICK_LOOKS = { first: 14, every: 2.85, growth: 0.05 };

/** Real milliseconds until the next quick look, after `waitedMs` real milliseconds. */
export function quickLookDelayMs(clock: Clock, waitedMs: number): number {
  const waitedSeconds = (waitedMs * clock.rate) / 1000;
  const { first, every, growth } = QUICK_LOOKS;
  return pollDelay(clock, Math.max(first - waitedSeconds, every, waitedSeconds * growth) * 1000);
}

/** A poll that costs no call of the bank. */
export const poll = <I extends PollInput, T>(
  look: (input: I, limits: CallLimits) => Promise<{ readonly settled: T } | { readonly pending: string }>,
): ((input: I) => Promise<T>) =>
  attempted('none', async (input, limits) => {
    const { waitedMs, earlyMs } = timesOf(input);
    const nextMs = Math.max(earlyMs, nextPollDelayMs(input.pace, waitedMs));
    const seen = isFirst(input) ? { pending: 'not asked yet' } : await look(input, limits).catch(notYet);
    return resultOf('settled' in seen ? seen : { ...seen, delayMs: nextMs, lacksRoom: false });
  });

const isFirst = ({ pace }: PollInput) => pace.trigger === 'schedule' && activityInfo().attempt === 1;

function resultOf<T>(outcome: PollOutcome<T>): T {
  if ('settled' in outcome) return outcome.settled;
  if (outcome.pending.endsWith(UNDOCUMENTED)) tellUnknownWord(Context.current(), outcome.pending);
  throw waitLonger(`${outcome.pending}${whenNext(outcome)}`, outcome.delayMs);
}

function notYet(error: unknown): { readonly pending: string } {
  if (error instanceof NotYetError) return { pending: error.message };
  throw error;
}

/**
 * Real milliseconds since this wait began, since reading is of use, and until it is. Instants are the server's, so that
 * skipped time counts.
 */
function timesOf({ pace: { clock }, notBefore }: PollInput) {
  const { currentAttemptScheduledTimestampMs: now, scheduledTimestampMs: begun } = activityInfo();
  const untilUseMs =
    notBefore === undefined
      ? -Infinity
      : realDuration(clock, Date.parse(notBefore) - businessNow(clock, now));
  const waitedMs = Math.max(0, Math.min(now - begun, -untilUseMs));
  return { begunMs: now - begun, waitedMs, earlyMs: Math.max(0, untilUseMs) };
}

const whenNext = ({ delayMs, lacksRoom }: { readonly delayMs: number; readonly lacksRoom: boolean }) =>
  lacksRoom
    ? `; polling again in ${inWords(delayMs)}, when the rate limiter spares a read`
    : `, asking again in ${inWords(delayMs)}`;

function inWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/**
 * Counts the unreadable answers that polls got in a row. Attempts do not count them: a poll comes back for
 * days, and nearly every time with an answer.
 */
export class UnreadableAnswers {
  private readonly inARow = new LRUCache<string, number>({ max: 5_000 });

  /** Asks; an unreadable answer becomes the failure for this many of them in a row. */
  async counted<R>(key: string, ask: () => Promise<R>): Promise<R> {
    try {
      const answer = await ask();
      this.inARow.delete(key);
      return answer;
    } catch (error) {
      throw error instanceof UnexpectedResponseError ? this.next(key, error) : error;
    }
  }

  private next(key: string, error: UnexpectedResponseError) {
    const attempt = (this.inARow.get(key) ?? 0) + 1;
    const failure = failureOf(error, { effect: 'none', attempt });
    if (failure.nonRetryable) this.inARow.delete(key);
    else this.inARow.set(key, attempt);
    return failure;
  }
}
