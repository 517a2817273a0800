import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { wrongUse } from '../request-error';
import type { CaseKind } from '../../domain/case/kind';
import { readCase } from '../snapshot';
import type { CaseSnapshot } from '../../domain/case/snapshot';
import { entriesAfter, type Place } from './waiting-order';
import type { WaitName } from '../../domain/case/waits';
import { attributeKey } from '../../domain/wire/search-attributes';
import { caseOf } from '../../domain/wire/workflow-ids';

/** The requested part of a list. */
interface PageWish {
  readonly limit: number;
  /** The token of an earlier page, at whose end to continue. */
  readonly pageToken?: string | undefined;
}

/** A part of a list: longest waiting first. */
export interface Page {
  readonly items: readonly Listed[];
  /** Number of matches in the index, on all pages. */
  readonly total: number;
  /** Number of snapshots read to find the items, if the index alone did not suffice. */
  readonly snapshotsRead?: number;
  /** Number of cases left out because they gave no snapshot. */
  readonly unread?: number;
  /** The token of the next page; missing on the last one. */
  readonly nextPageToken?: string;
}

/** One page of a list. The index lags a moment behind. @throws RequestError if the page token is invalid */
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
  // Ends with a full page, or at the end of the list.
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

/** The test of snapshots for stages without a search attribute, and for accounts, which no index may hold. */
function snapshotTest({ stageAttribute }: CaseKind, { stage, account }: Wishes): SnapshotTest | undefined {
  const asksStage = stage !== undefined && stageAttribute === undefined;
  if (!asksStage && account === undefined) return undefined;
  return ({ stage: is, facts }) =>
    (!asksStage || is === stage) && (account === undefined || accountsIn(facts).includes(account));
}

const accountsIn = (facts: CaseSnapshot['facts']) =>
  Object.entries(facts).flatMap(([name, value]) => (name.endsWith('EndsWith') ? [String(value)] : []));

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
  if (workflowId === undefined) throw wrongUse('No list has given this page token.');
  return { part: part === '0' ? 0 : 1, atMs: Number(atMs), workflowId };
}

/** The filters of a list; without any, all running cases. */
export interface Wishes {
  readonly stage?: string | undefined;
  readonly waitingFor?: WaitName | undefined;
  readonly attention?: true | undefined;
  /** Includes ended cases. */
  readonly all?: true | undefined;
  /** The user id of the officer who looks after the case. */
  readonly assignee?: string | undefined;
  /** The bank's id of the customer. */
  readonly customer?: string | undefined;
  /** The last four digits of an account in the case. */
  readonly account?: string | undefined;
}

/** One line of a list. Instants are ISO 8601. */
export interface Listed {
  readonly reference: string;
  readonly workflowId: string;
  readonly status: string;
  readonly stage?: string;
  readonly waitingFor?: string;
  readonly waitingSince?: string;
  readonly needsAttention: boolean;
}

const keys = {
  reference: attributeKey('LoanReference'),
  waitingFor: attributeKey('WaitingFor'),
  waitingSince: attributeKey('WaitingSince'),
  needsAttention: attributeKey('NeedsAttention'),
};

/** The condition on Temporal's index for those filters that the index knows. */
function conditionFor({ workflowTypes, stageAttribute }: CaseKind, wishes: Wishes): string {
  const { stage, waitingFor, attention, all, assignee, customer } = wishes;
  const conditions = [
    `WorkflowType IN (${workflowTypes.map((type) => `"${type}"`).join(', ')})`,
    all || stage ? '' : 'ExecutionStatus = "Running"',
    stage && stageAttribute ? `${stageAttribute} = "${stage}"` : '',
    waitingFor ? `WaitingFor = "${waitingFor}"` : '',
    attention ? 'NeedsAttention = true' : '',
    assignee ? `Assignee = "${assignee}"` : '',
    customer ? `CustomerId = "${customer}"` : '',
  ];
  return conditions.filter((condition) => condition !== '').join(' AND ');
}

/** A case as Temporal's index shows it. */
export function listedOf({ stageAttribute }: CaseKind, execution: WorkflowExecutionInfo): Listed {
  const { workflowId, status, typedSearchAttributes: attributes } = execution;
  const stage = stageAttribute && attributes.get(attributeKey(stageAttribute));
  const waitingFor = attributes.get(keys.waitingFor);
  const since = attributes.get(keys.waitingSince);
  return {
    reference: attributes.get(keys.reference) ?? caseOf(workflowId).reference,
    workflowId,
    status: status.name,
    ...(stage !== undefined && { stage }),
    ...(waitingFor !== undefined && { waitingFor }),
    ...(since && { waitingSince: since.toISOString() }),
    needsAttention: attributes.get(keys.needsAttention) === true,
  };
}
