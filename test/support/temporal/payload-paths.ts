import {
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  executeChild,
  getExternalWorkflowHandle,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertMemo,
  workflowInfo,
} from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { stalledSignal } from '../../../src/domain/wire/messages';

/** Every way by which a payload can reach Temporal's database: each carries a text of its own. */
export const PATHS = [
  'start',
  'memo',
  'summary',
  'details',
  'update',
  'update-reply',
  'signal',
  'query',
  'query-reply',
  'activity-input',
  'activity-result',
  'activity-summary',
  'local-input',
  'local-result',
  'heartbeat',
  'failed-attempt',
  'failure-details',
  'child-input',
  'child-result',
  'external-signal',
  'upserted-memo',
  'current-details',
  'timer-summary',
  'continued',
  'result',
  'workflow-failure',
] as const;
export type Path = (typeof PATHS)[number];

/** A text that is found wherever it lies readable. */
export const canary = (path: Path): string => `canary:${path}:yraNac`;

export interface Carried {
  readonly text: string;
}
const carried = (path: Path): Carried => ({ text: canary(path) });

export interface PathActivities {
  /** Waits until it is cancelled. */
  endless(): Promise<Carried>;
  /** Fails once, after it has told how far it came; then tells what the attempt before told. */
  remote(input: Carried): Promise<{ readonly result: Carried; readonly toldBefore: unknown }>;
  local(input: Carried): Promise<Carried>;
}

const { remote } = proxyActivities<PathActivities>({
  startToCloseTimeout: '20 s',
  retry: { initialInterval: 50, maximumAttempts: 2 },
  summary: canary('activity-summary'),
});
const { local } = proxyLocalActivities<PathActivities>({ startToCloseTimeout: '20 s' });

export const tell = defineUpdate<Carried, [Carried]>('tell');
export const go = defineSignal<[Carried]>('go');
export const seen = defineQuery<readonly string[], [Carried]>('seen');

/** Takes every path, continues as new, and ends with all that it has seen. */
export async function everyPathWorkflow(
  input: Carried,
  before: readonly string[] = [],
): Promise<Carried & { seen: readonly string[] }> {
  const texts = [...before, input.text];
  let isTold = false;
  const signals: string[] = [];
  setHandler(tell, ({ text }) => {
    texts.push(text);
    isTold = true;
    return carried('update-reply');
  });
  setHandler(go, ({ text }) => void signals.push(text));
  setHandler(seen, ({ text }) => [...texts, ...signals, text, canary('query-reply')]);
  setCurrentDetails(canary('current-details'));
  if (before.length > 0) return { ...carried('result'), seen: texts };
  await condition(() => isTold && signals.length > 0);
  upsertMemo({ upserted: canary('upserted-memo') });
  await sleep(1, { summary: canary('timer-summary') });
  const { result, toldBefore } = await remote(carried('activity-input'));
  texts.push(result.text, JSON.stringify(toldBefore));
  texts.push((await local(carried('local-input'))).text);
  texts.push(
    (await executeChild(childWorkflow, { args: [workflowInfo().workflowId, carried('child-input')] })).text,
  );
  await condition(() => signals.length > 1);
  return continueAsNew<typeof everyPathWorkflow>(carried('continued'), [...texts, ...signals]);
}

/** Signals its parent, and ends with a text. */
export async function childWorkflow(parentId: string, input: Carried): Promise<Carried> {
  if (input.text !== canary('child-input')) throw ApplicationFailure.nonRetryable('another input came');
  await getExternalWorkflowHandle(parentId).signal(go, carried('external-signal'));
  return carried('child-result');
}

export async function failingWorkflow(): Promise<never> {
  throw ApplicationFailure.nonRetryable(canary('workflow-failure'), 'Failing', carried('failure-details'));
}

const { endless } = proxyActivities<PathActivities>({
  startToCloseTimeout: '20 s',
  retry: { maximumAttempts: 1 },
});

/** Tells of what type the failure was that an activity ended in, which only others can end. */
export async function waitingWorkflow(): Promise<string> {
  try {
    return (await endless()).text;
  } catch (error) {
    const cause = error instanceof ActivityFailure ? error.cause : undefined;
    return cause instanceof ApplicationFailure ? String(cause.type) : 'another failure';
  }
}

/** The same after another activity of the case has ended, well or badly. */
export async function laterWorkflow(ending: 'well' | 'badly'): Promise<string> {
  const input = ending === 'well' ? carried('activity-input') : { text: 'another' };
  await remote(input).catch(() => undefined);
  return waitingWorkflow();
}

/** Tells in their order what it has taken, on a signal that only workers send and on another one, which ends it. */
export async function listeningWorkflow(): Promise<readonly string[]> {
  const taken: string[] = [];
  let hasEnded = false;
  setHandler(stalledSignal, ({ failureType }) => void taken.push(failureType));
  setHandler(go, ({ text }) => {
    taken.push(text);
    hasEnded = true;
  });
  await condition(() => hasEnded);
  return taken;
}

/** What an outsider may run, who has a task queue of his own and none of the keys: it schedules an activity of ours. */
export async function foreignWorkflow(taskQueue: string): Promise<string> {
  const theirs = proxyActivities<PathActivities>({ taskQueue, startToCloseTimeout: '5 s' });
  return theirs.remote(carried('activity-input')).then(
    () => 'carried out',
    (error: unknown) => (error instanceof ActivityFailure ? String(error.cause?.message) : 'another failure'),
  );
}

/** The same with an activity that takes nothing, so that there is nothing to encrypt. */
export async function emptyForeignWorkflow(taskQueue: string): Promise<void> {
  await proxyActivities<PathActivities>({ taskQueue, startToCloseTimeout: '5 s' }).endless();
}

/** What a schedule starts. */
export async function scheduledWorkflow(input: Carried): Promise<Carried> {
  return input;
}
