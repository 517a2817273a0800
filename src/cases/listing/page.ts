import type { Client } from '@temporalio/client';
import { RequestError } from '../request-error';
import type { CaseKind } from '../../domain/case/kind';
import { readCase } from '../snapshot';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { conditionFor, listedOf, type Listed, type Wishes } from './query';
import { entriesAfter, type Place } from './waiting-order';

/** Which part of a list. */
export interface PageWish {
  readonly limit: number;
  /** Where an earlier page ended. */
  readonly pageToken?: string | undefined;
}

/** A part of a list: longest waiting first. */
export interface Page {
  readonly items: readonly Listed[];
  /** How many the index holds, on all pages. */
  readonly total: number;
  /** How many snapshots were read to find the items, where the index alone could not tell. */
  readonly snapshotsRead?: number;
  /** How many gave no snapshot, and are left out for that reason. */
  readonly unread?: number;
  /** Where the next page begins; none after the last one. */
  readonly nextPageToken?: string;
}

/** One page of a list. The index lags a moment behind. @throws RequestError for a token that is none */
export async function listPage(
  client: Client,
  kind: CaseKind,
  wishes: Wishes,
  { limit, pageToken }: PageWish,
): Promise<Page> {
  const condition = conditionFor(kind, wishes);
  const { count: total } = await client.workflow.count(condition);
  const test = snapshotTest(kind, wishes);
  const items: Listed[] = [];
  const seen = { snapshots: 0, unread: 0 };
  let place = pageToken === undefined ? undefined : placeOf(pageToken);
  let isLast = false;
  // Ends with a full page, or where the list ends.
  while (items.length < limit && !isLast) {
    const wanted = limit - items.length;
    const entries = await entriesAfter(client.workflow, condition, place, wanted + 1);
    const page = entries.slice(0, wanted);
    isLast = entries.length <= wanted;
    place = page.at(-1)?.place ?? place;
    const listed = page.map(({ execution }) => listedOf(kind, execution));
    items.push(...(test ? await passing(client, listed, test, seen) : listed));
  }
  return {
    items,
    total,
    ...(test && { snapshotsRead: seen.snapshots }),
    ...(seen.unread > 0 && { unread: seen.unread }),
    ...(!isLast && place && { nextPageToken: tokenOf(place) }),
  };
}

type SnapshotTest = (snapshot: CaseSnapshot) => boolean;

/** What only the case itself can tell: stages without a search attribute, and accounts, which no index may hold. */
function snapshotTest({ stageAttribute }: CaseKind, { stage, account }: Wishes): SnapshotTest | undefined {
  const asksStage = stage !== undefined && stageAttribute === undefined;
  if (!asksStage && account === undefined) return undefined;
  return ({ stage: is, facts }) =>
    (!asksStage || is === stage) && (account === undefined || accountsIn(facts).includes(account));
}

const accountsIn = (facts: CaseSnapshot['facts']) =>
  Object.entries(facts).flatMap(([name, value]) => (name.endsWith('EndsWith') ? [String(value)] : []));

/** Snapshots asked for at a time. */
const AT_A_TIME = 10;

async function passing(
  client: Client,
  listed: readonly Listed[],
  test: SnapshotTest,
  seen: { snapshots: number; unread: number },
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (let from = 0; from < listed.length; from += AT_A_TIME) {
    const some = listed.slice(from, from + AT_A_TIME);
    const snapshots = await Promise.all(
      some.map(({ workflowId }) => readCase(client, workflowId).catch(() => undefined)),
    );
    for (const [index, snapshot] of snapshots.entries()) {
      if (snapshot) seen.snapshots += 1;
      else seen.unread += 1;
      const entry = some[index];
      if (entry && snapshot && test(snapshot)) found.push({ ...entry, stage: snapshot.stage });
    }
  }
  return found;
}

const tokenOf = ({ part, atMs, workflowId }: Place): string =>
  Buffer.from(JSON.stringify([part, atMs, workflowId])).toString('base64url');

function placeOf(token: string): Place {
  const [part, atMs, workflowId] =
    /^\[([01]),(\d+),"([^"\\]+)"\]$/.exec(Buffer.from(token, 'base64url').toString())?.slice(1) ?? [];
  if (workflowId === undefined) throw new RequestError('usage', 'No list has given this page token.');
  return { part: part === '0' ? 0 : 1, atMs: Number(atMs), workflowId };
}
