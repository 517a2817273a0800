import { log, rounded, type Row } from '../report';
import { OUTAGES, type OutageName } from '../outage/front';
import {
  businessSeconds,
  compressedMs,
  payThrough,
  type Down,
  type Outcome,
  type Plan,
} from '../outage/payouts';
import type { RunOptions, SelfContainedRun } from './run';

const full: Plan = { hours: 3, downFrom: 1, downFor: 1 };
const small: Plan = { hours: 0.75, downFrom: 0.25, downFor: 0.35 };
const FEW: readonly OutageName[] = ['gone', '503'];
/** Environments side by side: each takes nearly half a core, and a busy machine tells the cases too late of the bank. */
const AT_ONCE = 3;

/** What waited for eleven minutes should have got attention after ten. */
const MET_HOURS = 11 / 60;

/** At most so much of each. */
const BARS = { callsRatio: 1.1, firstSuccessSeconds: 35, attentionAfterMinutes: 10, lost: 0, duplicates: 0 };

async function prove({ quick }: RunOptions): Promise<readonly Row[]> {
  const plan = quick ? small : full;
  const waiting: (OutageName | undefined)[] = [undefined, ...(quick ? FEW : OUTAGES)];
  const outcomes = new Map<OutageName | undefined, Outcome>();
  const runNext = async (): Promise<void> => {
    while (waiting.length > 0) {
      const outage = waiting.shift();
      const name = outage ?? 'without an outage';
      log(name);
      const outcome = await payThrough(plan, outage);
      log(`  ${name}: ${JSON.stringify(outage ? figuresOf(outcome) : { calls: outcome.calls })}`);
      outcomes.set(outage, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  const { calls } = outcomes.get(undefined)!;
  return [...outcomes].flatMap(([outage, outcome]) => (outage ? [rowOf(outage, outcome, calls)] : []));
}

function rowOf(outage: OutageName, outcome: Outcome, usualCalls: number): Row {
  const { calls, ...others } = figuresOf(outcome);
  const figures = { callsRatio: rounded(calls / usualCalls), ...others };
  const isHeld = (name: keyof typeof BARS) => figures[name] <= BARS[name];
  return {
    fields: { outage, ...figures },
    holds: (Object.keys(BARS) as (keyof typeof BARS)[]).every(isHeld),
  };
}

function figuresOf({ calls, courses, committed, down }: Outcome) {
  return {
    calls,
    firstSuccessSeconds: rounded(businessSeconds(down!.firstAnswerMs - down!.untilMs)),
    attentionAfterMinutes: rounded(longestWithoutAttention(down!, courses) / 60),
    lost: courses.filter(({ confirmedMs }) => confirmedMs === Infinity).length,
    duplicates: committed.filter((count) => count > 1).length,
  };
}

/** Of the payouts that could not be sent for so long, the longest until attention, in business seconds. */
function longestWithoutAttention(
  { fromMs, untilMs, attentionMs }: Down,
  courses: Outcome['courses'],
): number {
  const metMs = compressedMs(MET_HOURS);
  const waits = courses.flatMap(({ wantedMs, submittedMs }, index) => {
    const sinceMs = Math.max(fromMs, wantedMs);
    const isMet = submittedMs > fromMs && sinceMs + metMs < untilMs;
    return isMet ? [businessSeconds((attentionMs[index] ?? Infinity) - sinceMs)] : [];
  });
  const told = waits.filter(Number.isFinite);
  const last = rounded(Math.max(...told) / 60);
  log(
    `  ${waits.length} payouts waited so long, ${told.length} of them got attention, within ${last} minutes`,
  );
  return waits.length === 0 ? Infinity : Math.max(...waits);
}

export const outage: SelfContainedRun = {
  proves:
    'The bank is down for an hour: it costs few calls, is noticed soon, nothing is lost or sent twice, and work goes on by itself.',
  prove,
};
