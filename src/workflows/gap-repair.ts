import { workflowInfo } from '@temporalio/workflow';
import { atLeastReal, businessNow, type Clock } from '../domain/clock';
import { parsing, sweeping } from './lanes';
import type { GapRepairResult } from './results';

const HOUR_MS = 3_600_000;

/** Real milliseconds for which things may show late, and at least looked back at first, however fast the clock. */
const LATE_REAL_MS = 10_000;
const FIRST_REAL_MS = 600_000;

/** Finds money events that never arrived. Run on a schedule: each sweep goes on from where the last one ended. */
export async function gapRepairWorkflow(given: unknown = {}): Promise<GapRepairResult> {
  const { clock, lookBackHours } = await parsing.parseGapRepairInput(given);
  const now = businessNow(clock, Date.now());
  const since = lastSweptTo(clock) ?? now - atLeastReal(clock, lookBackHours * HOUR_MS, FIRST_REAL_MS);
  const found = await sweeping.repairGaps({ sinceAt: iso(since), nowAt: iso(now) });
  return { sweptTo: iso(now), ...found };
}

/** Where to go on, in business milliseconds: what is known to be swept, less what may have been shown late. */
function lastSweptTo(clock: Clock): number | undefined {
  const { sweptTo } = Object(workflowInfo().lastResult) as Partial<GapRepairResult>;
  return sweptTo === undefined ? undefined : Date.parse(sweptTo) - atLeastReal(clock, HOUR_MS, LATE_REAL_MS);
}

const iso = (atMs: number) => new Date(atMs).toISOString();
