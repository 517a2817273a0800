import type { Client } from '@temporalio/client';
import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { first, provenPayout, type ProvenPayout } from '../../test/support/activities/gate';
import { changed, fallingShort } from '../../test/support/activities/gate-attacks';
import { forgeries } from '../../test/support/authority/forgeries';
import { startApproved } from './approved-payout';
import { foreignWorkflow } from './foreign-workflow';

export const FOREIGN_QUEUE = 'foreign';

/** One try to have a payout sent without authority. Whether it was taken, by what its sender sees. */
export type Attempt = (client: Client, payout: ProvenPayout) => Promise<boolean>;

/** Has a workflow of another program send the payout, under the id that its own case would have. */
const sendForeign = async (client: Client, workflowId: string, args: unknown[]): Promise<boolean> =>
  (await client.workflow.execute(foreignWorkflow, {
    workflowId,
    taskQueue: FOREIGN_QUEUE,
    args: ['createPayout', args],
  })) === 'sent';

const shortOfProof = Object.entries(fallingShort).map(([kind, made]): [string, Attempt] => [
  `a foreign workflow with ${kind}`,
  async (client, payout) => {
    const proof = await made(payout);
    return sendForeign(client, payout.wf, proof === undefined ? [payout.order] : [payout.order, proof]);
  },
]);

const orderChanged = Object.keys(changed(provenPayout())).map((what): [string, Attempt] => [
  `a foreign workflow that changes the ${what} after the approval`,
  async (client, payout) =>
    sendForeign(client, payout.wf, [changed(payout)[what], await payout.legitimate()]),
]);

const forgedStarts = Object.entries(forgeries).map(([how, forge]): [string, Attempt] => [
  `a start ${how}`,
  async (client, { wf, payout }) => {
    const message = await forge({ wf, act: 'start', role: 'operator', fields: payout });
    const handle = await client.workflow.start(workflowTypes.payout, {
      workflowId: wf,
      taskQueue: WORKFLOW_QUEUE,
      args: [message],
    });
    return succeeded(handle.result());
  },
]);

/** A payout that lacks its second approval, and a forged one for it. */
const forgedApprovals = Object.entries(forgeries).map(([how, forge]): [string, Attempt] => [
  `an approval ${how}`,
  async (client, payout) => {
    const { handle, digest } = await startApproved(client, payout, [first.key]);
    const fields = { expectedDigest: digest };
    const message = await forge({ wf: payout.wf, act: 'approve', role: 'approver', fields });
    const taken = await succeeded(handle.executeUpdate('approve', { args: [message] }));
    await handle.terminate('the attempt is over');
    return taken;
  },
]);

const underAnotherId: [string, Attempt] = [
  'a foreign workflow under another id with a genuine proof',
  async (client, payout) =>
    sendForeign(client, `foreign:${payout.wf}`, [payout.order, await payout.legitimate()]),
];

/** Every kind of attempt. */
export const attempts: ReadonlyMap<string, Attempt> = new Map([
  ...shortOfProof,
  ...orderChanged,
  underAnotherId,
  ...forgedStarts,
  ...forgedApprovals,
]);

const succeeded = (outcome: Promise<unknown>): Promise<boolean> =>
  outcome.then(
    () => true,
    () => false,
  );
