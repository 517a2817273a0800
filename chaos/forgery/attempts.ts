import { WORKFLOW_QUEUE } from '../../src/domain/wire/task-queues';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { first, provenPayout } from '../../test/support/activities/gate';
import { changed, fallingShort } from '../../test/support/activities/gate-attacks';
import { forgeries } from '../../test/support/authority/forgeries';
import { startApproved } from './approved-payout';
import { byClocks } from './clocks';
import { byDeskAndProvider } from './devices';
import { byTheDesksKey } from './fresh-logins';
import { byEndingFromOutside } from './from-outside';
import { byForgottenLoans } from './forgotten-loans';
import { byForgettingVetoes } from './forgotten-vetoes';
import { byGenuineActs } from './genuine-acts';
import { byInsertedRows } from './inserted-rows';
import { byOtherActivities } from './other-activities';
import { byOtherWorkers } from './other-worker';
import { byPersonsKeys } from './persons-keys';
import { byRepeating } from './repeating';
import { byReplaying } from './replayed';
import { sendForeign, succeeded, type Attempt } from './sending';
import { bySplitting } from './splitting';

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
  ...byGenuineActs,
  ...byRepeating,
  ...byForgettingVetoes,
  ...byForgottenLoans,
  ...bySplitting,
  ...byClocks,
  ...byOtherWorkers,
  ...byTheDesksKey,
  ...byDeskAndProvider,
  ...byEndingFromOutside,
  ...byReplaying,
  ...byPersonsKeys,
  ...byInsertedRows,
  ...byOtherActivities,
  ...shortOfProof,
  ...orderChanged,
  underAnotherId,
  ...forgedStarts,
  ...forgedApprovals,
]);
