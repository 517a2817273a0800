import { activityInfo } from '@temporalio/activity';
import { nextPollDelayMs, type Pace } from '../domain/cadence';
import { businessNow, realDuration } from '../domain/clock';
import { isPlenty } from '../domain/read-plan';
import { NotYetError } from '../service/errors';
import type { CallLimits } from '../service/exchange';
import { attempted } from './attempt';
import { waitLonger } from './failures';
import type { Look, Outcome, Outlook } from './reads/outlook';

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

/** What a poll looks at: the outlook and the key of what is awaited, and what a fact about it means. */
export interface Watching<I, F, T> {
  readonly thrift: () => number;
  readonly outlook: (input: I) => Outlook<F>;
  readonly key: (input: I) => string;
  readonly judge: (fact: F, input: I) => Look<T>;
}

/** One look of a poll: what it showed, or when to look again. `delayMs` is the next wait by the pace. */
type Looking<I, T> = (
  input: I,
  limits: CallLimits,
  turn: { readonly delayMs: number; readonly isUrged: boolean; readonly isFirst: boolean },
) => Promise<Outcome<T>>;

/**
 * An activity that looks once an attempt, and asks Temporal for the next one: by its pace, or when the budget affords
 * it. However long it takes, that is one activity in the history.
 */
function repeatedly<I extends PollInput, T>(
  thrift: () => number,
  look: Looking<I, T>,
): (input: I) => Promise<T> {
  return attempted('none', async (input, limits) => {
    const { attempt } = activityInfo();
    const { askNow, inTurn = false } = input.pace;
    const asksNow = askNow && attempt === 1;
    const isUrged = asksNow && !inTurn;
    const delayMs = nextPollDelayMs(input.pace, waitedMs(input), thrift());
    const isFirst = !asksNow && attempt === 1 && !(isPlenty(thrift()) && earlyMs(input) === 0);
    const outcome = await look(input, limits, { delayMs, isUrged, isFirst }).catch(notYet(delayMs));
    if ('settled' in outcome) return outcome.settled;
    const nextMs = Math.max(earlyMs(input), outcome.delayMs);
    throw waitLonger(`${outcome.still}${whenNext(nextMs, outcome.lacksBudget)}`, nextMs);
  });
}

const NOT_ASKED = { still: 'not asked yet', lacksBudget: false };

/** A poll whose look costs no call of the service. */
export const poll = <I extends PollInput, T>(
  look: (input: I, limits: CallLimits) => Promise<{ readonly settled: T } | { readonly still: string }>,
): ((input: I) => Promise<T>) =>
  repeatedly<I, T>(
    () => 1,
    async (input, limits, { delayMs, isFirst }) => {
      if (isFirst) return { ...NOT_ASKED, delayMs };
      const seen = await look(input, limits);
      return 'settled' in seen ? seen : { ...seen, delayMs, lacksBudget: false };
    },
  );

/** A poll of the service, through an outlook that reads for all who wait. */
export const watch = <I extends PollInput, F, T>({
  thrift,
  outlook,
  key,
  judge,
}: Watching<I, F, T>): ((input: I) => Promise<T>) =>
  repeatedly<I, T>(thrift, async (input, limits, { delayMs, isUrged, isFirst }) => {
    if (isFirst) {
      outlook(input).expect(key(input), Math.max(earlyMs(input), delayMs));
      return { ...NOT_ASKED, delayMs };
    }
    const judged = (fact: F) => judge(fact, input);
    const question = { key: key(input), judge: judged, waitedMs: sinceBegunMs(), delayMs, isUrged };
    return outlook(input).look(question, limits);
  });

const notYet =
  (delayMs: number) =>
  (error: unknown): Outcome<never> => {
    if (error instanceof NotYetError) return { still: error.message, delayMs, lacksBudget: false };
    throw error;
  };

/** Real milliseconds until looking is of use. Instants are the server's, so that skipped time counts. */
function earlyMs({ pace: { clock }, notBefore }: PollInput): number {
  if (notBefore === undefined) return 0;
  const now = businessNow(clock, activityInfo().currentAttemptScheduledTimestampMs);
  return Math.max(0, realDuration(clock, Date.parse(notBefore) - now));
}

/** Real milliseconds since this wait began. */
function sinceBegunMs(): number {
  const { currentAttemptScheduledTimestampMs: now, scheduledTimestampMs: begun } = activityInfo();
  return now - begun;
}

/** Real milliseconds since looking is of use. */
function waitedMs({ pace: { clock }, notBefore }: PollInput): number {
  if (notBefore === undefined) return sinceBegunMs();
  const now = businessNow(clock, activityInfo().currentAttemptScheduledTimestampMs);
  return Math.max(0, Math.min(sinceBegunMs(), realDuration(clock, now - Date.parse(notBefore))));
}

const whenNext = (delayMs: number, lacksBudget: boolean) =>
  lacksBudget
    ? `; next look in ${inWords(delayMs)}, when the budget affords one`
    : `, asking again in ${inWords(delayMs)}`;

function inWords(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
