import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { SigningKey } from '../../src/authority/person-key';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import type { ProvenPayout } from '../../test/support/activities/gate';
import { signed } from '../../test/support/authority/forgeries';

const LOOK_EVERY_MS = 100;

/** Starts a payout by a genuine act, and has people approve it by theirs. */
export async function startApproved(
  client: Client,
  proven: ProvenPayout,
  approvers: readonly SigningKey[],
): Promise<{ handle: WorkflowHandle; digest: string }> {
  const handle = await startPayout(client, proven);
  return { handle, digest: await approveBy(handle, approvers) };
}

/** Starts a payout by a genuine act of its maker: its input may say more than is usual. */
export async function startPayout(
  client: Client,
  { wf, payout, madeBy }: ProvenPayout,
  { more = {}, taskQueue = WORKFLOW_QUEUE }: { readonly more?: object; readonly taskQueue?: string } = {},
): Promise<WorkflowHandle> {
  const fields = { ...payout, ...more };
  const start = await signed({ wf, act: 'start', role: 'operator', fields }, {}, madeBy);
  return client.workflow.start(workflowTypes.payout, { workflowId: wf, taskQueue, args: [start] });
}

/** Has people approve a payout by acts of theirs, once it waits for that. @returns what they have approved */
export async function approveBy(handle: WorkflowHandle, approvers: readonly SigningKey[]): Promise<string> {
  const digest = await shownDigest(handle);
  for (const key of approvers) {
    const wf = handle.workflowId;
    const deed = { wf, act: 'approve', role: 'approver', fields: { expectedDigest: digest } } as const;
    await handle.executeUpdate('approve', { args: [await signed(deed, {}, key)] });
  }
  return digest;
}

/** Looks until the payout waits to be approved. */
async function shownDigest(handle: WorkflowHandle): Promise<string> {
  const isBeforeApproval = ({ stage }: CaseSnapshot) => stage === 'PREPARING' || stage === 'APPROVAL';
  const { facts, stage } = await untilShown(
    handle,
    (shown) => typeof shown.facts.digest === 'string' || !isBeforeApproval(shown),
  );
  if (typeof facts.digest !== 'string') throw new Error(`the payout is in the stage ${stage}`);
  return facts.digest;
}

/** Looks until a case shows something. */
export async function untilShown(
  handle: WorkflowHandle,
  shows: (snapshot: CaseSnapshot) => boolean,
): Promise<CaseSnapshot> {
  let shown = await handle.query<CaseSnapshot>('case');
  while (!shows(shown)) {
    await sleep(LOOK_EVERY_MS);
    shown = await handle.query<CaseSnapshot>('case');
  }
  return shown;
}

/** Waits until a case asks for a person. @returns why */
export const causeOfAttention = async (handle: WorkflowHandle): Promise<string> =>
  (await untilShown(handle, ({ attention, ended }) => attention !== undefined || ended)).attention?.cause ??
  '';
