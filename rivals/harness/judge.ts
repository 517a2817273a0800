import type { Committed } from '../../sandbox/committed-log';
import type { End } from './engine';

/** What became of payouts that are all good: each should be paid once, and named SUCCESS. */
export interface Verdict {
  readonly twice: number;
  readonly lost: number;
  readonly stuck: number;
  readonly namedWrongly: number;
}

/** Counts by the bank's log; of the engine it takes only the end that it names. */
export function judge(
  references: readonly string[],
  log: readonly Committed[],
  ends: readonly Pick<End, 'reference' | 'end'>[],
): Verdict {
  const named = new Map(ends.map(({ reference, end }) => [reference, end]));
  const verdicts = references.map((reference) => {
    const own = log.filter(({ key }) => key === reference);
    const commits = own.filter(({ effect }) => effect === 'payout-committed').length;
    const end = named.get(reference);
    return {
      twice: Math.max(0, commits - 1),
      lost: Number(end !== undefined && commits === 0),
      stuck: Number(end === undefined),
      namedWrongly: Number(end !== undefined && commits > 0 && end !== endIn(own)),
    };
  });
  const sum = (what: keyof Verdict) => verdicts.reduce((total, verdict) => total + verdict[what], 0);
  return {
    twice: sum('twice'),
    lost: sum('lost'),
    stuck: sum('stuck'),
    namedWrongly: sum('namedWrongly'),
  };
}

const ENDS = {
  'payout-succeeded': 'SUCCESS',
  'payout-failed': 'FAILED',
  'payout-reversed': 'REVERSED',
} as const;

/** The last end that the log has; `undefined` for a payout under way. */
function endIn(own: readonly Committed[]): string | undefined {
  const last = own.findLast(({ effect }) => effect in ENDS);
  return last && ENDS[last.effect as keyof typeof ENDS];
}

/** A payout's way, in real milliseconds; infinite for what never came. */
interface Way {
  readonly wantedMs: number;
  readonly submittedMs: number;
}

/** The longest time, in milliseconds, in which a payout waited to be committed and none was. */
export function longestPauseMs(ways: readonly Way[], endMs: number): number {
  const came = ways.map(({ submittedMs }) => submittedMs).filter((at) => at !== Infinity);
  const instants = [...came, endMs].toSorted((one, other) => one - other);
  const pauses = instants.map((at, place) => {
    const waiting = ways.filter(({ submittedMs }) => submittedMs >= at);
    const since = Math.min(...waiting.map(({ wantedMs }) => wantedMs));
    return at - Math.max(since, instants[place - 1] ?? -Infinity);
  });
  return Math.max(0, ...pauses.filter(Number.isFinite));
}
