import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { createActivities } from '../../src/activities';
import type { BankClient } from '../../src/bank/client';
import { callOf } from '../../src/domain/wire/bound-call';
import { INVALID_INPUT } from '../../src/domain/wire/failure-types';
import { personsKeys } from '../../test/support/encryption';
import { answerInPlaceOfWorker } from '../../test/support/temporal/forged-answers';
import { callingWorkflow } from './foreign-workflow';
import { endingSend, madeUpHolder } from './from-outside';
import { PERSONS_QUEUES, type Attempt } from './sending';

/** Every activity that workers of ours offer. */
const offered = Object.keys(
  createActivities({
    authority: { mode: 'open' },
    bank: {} as BankClient,
    client: {} as never,
    documents: { open: () => Promise.reject(new Error('no documents here')) },
  }),
);

const LOOK_EVERY_MS = 100;

/** Whether an activity that somebody has scheduled was carried out, as the server has it: a refused one fails as invalid. */
async function wasCarriedOut(handle: WorkflowHandle): Promise<boolean> {
  for (;;) {
    const { events } = await handle.fetchHistory();
    for (const { activityTaskCompletedEventAttributes: completed, ...event } of events ?? []) {
      if (completed) return true;
      const failed = event.activityTaskFailedEventAttributes?.failure?.applicationFailureInfo;
      if (failed) return failed.type !== INVALID_INPUT && failed.type !== NOT_OFFERED;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** So the SDK fails an activity that a worker does not have. */
const NOT_OFFERED = 'NotFoundError';

let calls = 0;

const scheduled =
  (activity: string, how: keyof typeof PERSONS_QUEUES): Attempt =>
  async (client, { wf }) => {
    const handle = await client.workflow.start(callingWorkflow, {
      workflowId: `${how}:${wf}`,
      taskQueue: PERSONS_QUEUES[how],
      args: [activity, callOf(activity, `made-up-${calls++}`), [{}]],
    });
    const isTaken = await wasCarriedOut(handle);
    await handle.terminate('the attempt is over').catch(() => undefined);
    return isTaken;
  };

/** Attempts by holders of the keys that the desk and people have. */
export const byPersonsKeys: readonly [string, Attempt][] = [
  [
    'a send that never arrives, answered as paid by a holder of the keys of persons',
    endingSend(
      (client, { workflowId }, { order }) =>
        answerInPlaceOfWorker(
          client,
          personsKeys(),
          { workflowId, activityType: 'createPayout' },
          { ...order, status: 'SUCCESS', unique_ref: 'made up', fee: 0 },
        ),
      { isLost: true },
    ),
  ],
  [
    "an account's holder, answered by a holder of the keys of persons",
    madeUpHolder((client, { workflowId }, answer) =>
      answerInPlaceOfWorker(client, personsKeys(), { workflowId, activityType: 'resolveAccount' }, answer),
    ),
  ],
  ...offered.flatMap((activity): [string, Attempt][] => [
    [`${activity}, scheduled by a holder of the keys of persons`, scheduled(activity, 'vouching')],
    [`${activity}, scheduled in plain text`, scheduled(activity, 'readable')],
  ]),
];
