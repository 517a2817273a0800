import type { Sandbox } from '../../sandbox/app';
import { percentile, rounded, type Row } from '../report';
import { FOREIGN_OPERATION } from './competing-client';
import { refusals, usesWhileWaiting, windowOf } from './windows';
import type { Course } from '../work';

/** Where the counts of a sandbox stood before a piece of work. */
export interface Before {
  readonly calls: number;
  readonly windows: number;
}

/** What a piece of work took. `submitted`: real seconds. `confirmed`: business seconds. Null: never. */
export interface Figures extends Row {
  readonly work: string;
  readonly who: string;
  readonly calls: number;
  readonly callsPerPayout: number | null;
  readonly refused: number;
  readonly mostRefusedInAWindow: number;
  /** The least that was used of a window at whose end a payout still waited to be sent; null without such a window. */
  readonly leastUseWhileWaiting: number | null;
  readonly submittedP50S: number | null;
  readonly submittedP95S: number | null;
  /** In which window, counted from 1. */
  readonly submittedP95Window: number | null;
  readonly confirmedP50S: number | null;
  readonly confirmedP95S: number | null;
  /** Business seconds from the bank's settlement until the end is known. */
  readonly afterSettlingP50S: number | null;
  readonly unfinished: number;
}

export const countsOf = ({ calls, window }: Sandbox): Before => ({
  calls: ownCalls(calls.toJSON()),
  windows: window.history.length,
});

/** The figures of a piece of work whose courses are known. Calls of a foreign user are left out. */
export function figuresOf(
  { who, work }: { readonly who: string; readonly work: string },
  sandbox: Sandbox,
  before: Before,
  courses: readonly Course[],
): Figures {
  const windows = sandbox.window.history.slice(before.windows);
  const refused = refusals(windows, FOREIGN_OPERATION);
  const uses = usesWhileWaiting(sandbox, windows, courses);
  const calls = countsOf(sandbox).calls - before.calls;
  const { rate } = sandbox.settings;
  // Two clocks, each rounded to a millisecond.
  const submitted = courses.map(({ wantedMs, submittedMs }) => Math.max(0, submittedMs - wantedMs) / 1_000);
  const confirmed = courses.map(({ wantedMs, confirmedMs }) => ((confirmedMs - wantedMs) * rate) / 1_000);
  const settled = courses.map(({ settledMs, confirmedMs }) =>
    settledMs === Infinity ? Infinity : (Math.max(0, confirmedMs - settledMs) * rate) / 1_000,
  );
  const lastSubmittedMs = percentile(
    courses.map(({ submittedMs }) => submittedMs),
    95,
  );
  return {
    work,
    who,
    calls,
    callsPerPayout: rounded(calls / courses.length),
    refused: refused.reduce((sum, count) => sum + count, 0),
    mostRefusedInAWindow: Math.max(0, ...refused),
    leastUseWhileWaiting: rounded(Math.min(...uses)),
    submittedP50S: rounded(percentile(submitted, 50)),
    submittedP95S: rounded(percentile(submitted, 95)),
    submittedP95Window: rounded(windowOf(windows, lastSubmittedMs)),
    confirmedP50S: rounded(percentile(confirmed, 50)),
    confirmedP95S: rounded(percentile(confirmed, 95)),
    afterSettlingP50S: rounded(percentile(settled, 50)),
    unfinished: courses.filter(({ confirmedMs }) => confirmedMs === Infinity).length,
  };
}

function ownCalls({ byOperation }: ReturnType<Sandbox['calls']['toJSON']>): number {
  const counts = Object.entries(byOperation).filter(([operation]) => operation !== FOREIGN_OPERATION);
  return counts.reduce((sum, [, { calls }]) => sum + calls, 0);
}
