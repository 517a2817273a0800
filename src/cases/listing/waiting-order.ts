import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { attributeKey } from '../../domain/wire/search-attributes';

/** The part of Temporal's client that lists. */
export type Visibility = Pick<Client['workflow'], 'count' | 'list'>;

/** A place in the order: first waiting cases, longest first, then all others, oldest first. */
export interface Place {
  readonly part: 0 | 1;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
  readonly workflowId: string;
}

/** An entry of the index, and its place in the order. */
export interface Placed {
  readonly place: Place;
  readonly execution: WorkflowExecutionInfo;
}

const WAITING_SINCE = attributeKey('WaitingSince');

const PARTS = [
  {
    condition: 'WaitingSince IS NOT NULL',
    by: 'WaitingSince',
    at: (execution: WorkflowExecutionInfo) => execution.typedSearchAttributes.get(WAITING_SINCE),
  },
  {
    condition: 'WaitingSince IS NULL',
    by: 'StartTime',
    at: (execution: WorkflowExecutionInfo) => execution.startTime,
  },
] as const;

/** Entries per page of Temporal: up to this many are read and sorted here. */
const READ_AT_MOST = 1_000;
/** An instant later than all others. */
const END_MS = Date.UTC(9000, 0);

/**
 * The entries after a place. Temporal's SQL visibility cannot sort by our attributes, so counts find the time
 * before which enough entries lie, and only those are read.
 */
export async function entriesAfter(
  visibility: Visibility,
  condition: string,
  place: Place | undefined,
  limit: number,
): Promise<readonly Placed[]> {
  const found: Placed[] = [];
  const first = place?.part ?? 0;
  for (const part of [0, 1] as const) {
    if (part < first || found.length >= limit) continue;
    const after = place?.part === part ? place : undefined;
    found.push(...(await entriesOf(visibility, condition, part, after, limit - found.length)));
  }
  return found;
}

async function entriesOf(
  visibility: Visibility,
  condition: string,
  part: 0 | 1,
  after: Place | undefined,
  limit: number,
): Promise<readonly Placed[]> {
  const found: Placed[] = [];
  let fromMs = after?.atMs ?? 0;
  // Ends with enough entries, or at the end of time: a range's entries may all lie before the place.
  while (found.length < limit && fromMs < END_MS) {
    const range = rangeOf(condition, part, fromMs);
    const toMs = await endOfRange(visibility, range, fromMs, limit - found.length);
    const read = await sorted(visibility, range(toMs), part);
    found.push(...read.filter((entry) => !after || compare(entry.place, after) > 0));
    fromMs = toMs;
  }
  return found.slice(0, limit);
}

/** The condition for a range of time, by its end. */
type Range = (toMs: number) => string;

const rangeOf =
  (condition: string, part: 0 | 1, fromMs: number): Range =>
  (toMs) =>
    [
      condition,
      PARTS[part].condition,
      `${PARTS[part].by} >= "${new Date(fromMs).toISOString()}"`,
      `${PARTS[part].by} < "${new Date(toMs).toISOString()}"`,
    ].join(' AND ');

/** The end of a range with enough entries, but not many more; the end of time if there are fewer. */
async function endOfRange(
  visibility: Visibility,
  range: Range,
  fromMs: number,
  enough: number,
): Promise<number> {
  let [tooEarly, end] = [fromMs, END_MS];
  let count = (await visibility.count(range(end))).count;
  // Ends when few enough entries are to be read, or the range is one instant.
  while (count > Math.max(READ_AT_MOST, enough) && end - tooEarly > 1) {
    const middle = Math.floor((tooEarly + end) / 2);
    const before = (await visibility.count(range(middle))).count;
    if (before < enough) tooEarly = middle;
    else [end, count] = [middle, before];
  }
  return end;
}

async function sorted(visibility: Visibility, query: string, part: 0 | 1): Promise<Placed[]> {
  const found: Placed[] = [];
  for await (const execution of visibility.list({ query })) {
    const atMs = PARTS[part].at(execution)?.getTime() ?? END_MS;
    found.push({ execution, place: { part, atMs, workflowId: execution.workflowId } });
  }
  return found.sort((one, other) => compare(one.place, other.place));
}

const compare = (one: Place, other: Place): number =>
  one.atMs - other.atMs ||
  (one.workflowId < other.workflowId ? -1 : Number(one.workflowId > other.workflowId));
