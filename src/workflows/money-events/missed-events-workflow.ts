import { workflowInfo } from '@temporalio/workflow';
import { atLeastReal, businessNow, type Clock } from '../../domain/time/clock';
import { parsing, scheduledJobs } from '../activity-proxies';
import type { BackfillResult } from '../../domain/money/events';

const HOUR_MS = 3_600_000;

/** Real milliseconds for which things may show late, and at least looked back at first, however fast the clock. */
const LATE_REAL_MS = 10_000;
const FIRST_REAL_MS = 600_000;

/** Finds money events that never arrived. Run on a schedule: each run goes on from where the last one ended. */
export async function gapRepairWorkflow(given: unknown = {}): Promise<BackfillResult> {
  const { clock, lookBackHours } = await parsing.parseBackfillInput(given);
  const now = businessNow(clock, Date.now());
  const since = lastReadTo(clock) ?? now - atLeastReal(clock, lookBackHours * HOUR_MS, FIRST_REAL_MS);
  const found = await scheduledJobs.backfillMissedEvents({ sinceAt: iso(since), nowAt: iso(now) });
  return { readTo: iso(now), ...found };
}

/** Where to go on, in business milliseconds: what is known to be read, less what may have been shown late. */
function lastReadTo(clock: Clock): number | undefined {
  const { readTo } = Object(workflowInfo().lastResult) as Partial<BackfillResult>;
  return readTo === undefined ? undefined : Date.parse(readTo) - atLeastReal(clock, HOUR_MS, LATE_REAL_MS);
}

const iso = (atMs: number) => new Date(atMs).toISOString();
