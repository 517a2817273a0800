import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import type { SigningKey } from '../../src/authority/person-key';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { maker, type ProvenPayout } from '../../test/support/activities/gate';
import { signed } from '../../test/support/authority/forgeries';

const LOOK_EVERY_MS = 100;

/** Starts a payout by a genuine act, and has people approve it by theirs. */
export async function startApproved(
  client: Client,
  { wf, payout }: ProvenPayout,
  approvers: readonly SigningKey[],
): Promise<{ handle: WorkflowHandle; digest: string }> {
  const start = await signed({ wf, act: 'start', role: 'operator', fields: payout }, {}, maker.key);
  const handle = await client.workflow.start(workflowTypes.payout, {
    workflowId: wf,
    taskQueue: WORKFLOW_QUEUE,
    args: [start],
  });
  return { handle, digest: await approveBy(handle, approvers) };
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
  for (;;) {
    const { facts, stage } = await handle.query<CaseSnapshot>('case');
    if (typeof facts.digest === 'string') return facts.digest;
    if (stage !== 'PREPARING' && stage !== 'APPROVAL') throw new Error(`the payout is in the stage ${stage}`);
    await sleep(LOOK_EVERY_MS);
  }
}
