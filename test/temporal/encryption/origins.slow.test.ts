import { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { stalledSignal } from '../../../src/domain/wire/messages';
import { keyRingOf } from '../../../src/temporal/encryption/settings';
import { pathOfHolder } from '../../../src/temporal/encryption/key-ring-file';
import { answerInPlaceOfWorker } from '../../support/temporal/forged-answers';
import {
  QUEUE,
  startPayloadEnvironment,
  type PayloadEnvironment,
} from '../../support/temporal/payload-environment';
import { go, laterWorkflow, listeningWorkflow, waitingWorkflow } from '../../support/temporal/payload-paths';

let environment: PayloadEnvironment;
/** Who speaks: a person with the command line, an activity of a worker, and a program without the keys. */
let speakers: Record<'person' | 'worker' | 'outsider', Client>;
beforeAll(async () => {
  environment = await startPayloadEnvironment('on');
  const { client: person, clientOfWorker: worker } = environment;
  speakers = {
    person,
    worker,
    outsider: new Client({ connection: person.connection, namespace: 'default' }),
  };
});
afterAll(() => environment.stop());

type Speaker = keyof typeof speakers;
type Ending = (client: Client, activity: { workflowId: string; activityId: string }) => Promise<void>;

/** What the workflow makes of an activity that a program ends which does not carry it out. */
async function endedBy(speaker: Speaker, end: Ending): Promise<string> {
  return environment.whileWorking(async () => {
    const workflowId = `ended-${speaker}-${Math.random()}`;
    const { workflow } = environment.client;
    const handle = await workflow.start(waitingWorkflow, { workflowId, taskQueue: QUEUE });
    await end(speakers[speaker], { workflowId, activityId: await pendingActivity(workflowId) });
    return handle.result();
  });
}

async function pendingActivity(workflowId: string): Promise<string> {
  for (;;) {
    const { raw } = await environment.client.workflow.getHandle(workflowId).describe();
    const isMeant = (one: { activityType?: { name?: string | null } | null }) =>
      one.activityType?.name === 'endless';
    const activityId = raw.pendingActivities?.find(isMeant)?.activityId;
    if (typeof activityId === 'string') return activityId;
    await sleep(50);
  }
}

test('a signal that only workers send is not taken from a person, nor from an outsider; commands are', async () => {
  const taken = await environment.whileWorking(async () => {
    const options = { workflowId: 'listening', taskQueue: QUEUE };
    const handle = await environment.client.workflow.start(listeningWorkflow, options);
    for (const [failureType, client] of Object.entries(speakers))
      await client.workflow.getHandle('listening').signal(stalledSignal, { failureType, activity: 'remote' });
    await handle.signal(go, { text: 'a command' });
    return handle.result();
  });
  expect(taken).toEqual(['worker', 'a command']);
});

test.each([
  ['person', 'OUTCOME_UNKNOWN'],
  ['outsider', 'OUTCOME_UNKNOWN'],
  ['worker', 'OUTCOME_UNKNOWN'],
] as const)('an activity that a %s completes from outside counts as %s', async (speaker, outcome) => {
  const complete: Ending = (client, activity) => client.activity.complete(activity, { text: 'done' });
  expect(await endedBy(speaker, complete)).toBe(outcome);
});

test.each([
  ['person', 'OUTCOME_UNKNOWN'],
  ['outsider', 'OUTCOME_UNKNOWN'],
  ['worker', 'OUTCOME_UNKNOWN'],
] as const)('an activity that a %s fails from outside as refused counts as %s', async (speaker, outcome) => {
  const fail: Ending = (client, activity) =>
    client.activity.fail(activity, ApplicationFailure.nonRetryable('not sent', 'REQUEST_REFUSED'));
  expect(await endedBy(speaker, fail)).toBe(outcome);
});

test.each([
  ['worker', 'done'],
  ['reader', 'OUTCOME_UNKNOWN'],
] as const)(
  'an answer to the very call by a holder of the keys of a %s counts as %s',
  async (holder, outcome) => {
    const keys = keyRingOf(pathOfHolder(environment.keyFile, holder), holder);
    const answer: Ending = (client, { workflowId }) =>
      answerInPlaceOfWorker(client, keys, { workflowId, activityType: 'endless' }, { text: 'done' });
    expect(await endedBy('person', answer)).toBe(outcome);
  },
);

test('the sealed input of a call is no answer to it', async () => {
  const repeat: Ending = async (client, activity) => {
    const { events } = await client.workflow.getHandle(activity.workflowId).fetchHistory();
    const scheduled = events?.find((event) => event.activityTaskScheduledEventAttributes);
    const result = scheduled?.activityTaskScheduledEventAttributes?.input ?? null;
    await client.workflowService.respondActivityTaskCompletedById({
      ...activity,
      namespace: 'default',
      result,
    });
  };
  expect(await endedBy('outsider', repeat)).toBe('OUTCOME_UNKNOWN');
});

test.each(['well', 'badly'] as const)(
  'what an earlier activity of the same case ended with, %s, is no answer of a later one',
  async (ending) => {
    const outcome = await environment.whileWorking(async () => {
      const { client } = environment;
      const [workflowId, args] = [`later-${ending}`, [ending] as [typeof ending]];
      const handle = await client.workflow.start(laterWorkflow, { workflowId, taskQueue: QUEUE, args });
      const activityId = await pendingActivity(workflowId);
      const { events } = await handle.fetchHistory();
      const completed = events?.find((event) => event.activityTaskCompletedEventAttributes);
      const failed = events?.find((event) => event.activityTaskFailedEventAttributes);
      const { workflowService: server } = client;
      const activity = { namespace: 'default', workflowId, activityId };
      const { result = null } = completed?.activityTaskCompletedEventAttributes ?? {};
      const { failure = null } = failed?.activityTaskFailedEventAttributes ?? {};
      expect(Boolean(ending === 'well' ? result : failure)).toBe(true);
      if (ending === 'well') await server.respondActivityTaskCompletedById({ ...activity, result });
      else await server.respondActivityTaskFailedById({ ...activity, failure });
      return handle.result();
    });
    expect(outcome).toBe('OUTCOME_UNKNOWN');
  },
);
