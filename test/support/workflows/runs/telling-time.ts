import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyLocalActivities,
  scheduleActivity,
  setHandler,
  sleep,
} from '@temporalio/workflow';

const local = proxyLocalActivities<{ take(ms: number): Promise<void> }>({ startToCloseTimeout: '10 s' });

/** The id of an activity stands in the history, and a replay that comes to another one fails. */
async function tellTime(tellings: { count: number }): Promise<void> {
  await scheduleActivity('nothing', [], {
    activityId: `${++tellings.count}: ${new Date().toISOString()}`,
    startToCloseTimeout: '10 s',
  });
}

/** Tells what time it is wherever a workflow may ask: beside and after local activities, in messages, after timers. */
export async function tellingTime(msOfLocalActivities: readonly number[]): Promise<void> {
  const tellings = { count: 0 };
  const tell = () => void tellTime(tellings);
  setHandler(defineSignal('signalled'), tell);
  setHandler(
    defineUpdate<undefined, [boolean]>('updated'),
    async () => {
      tell();
      await local.take(20);
      tell();
      return undefined;
    },
    {
      validator(isRight) {
        if (!isRight) throw new Error('refused');
      },
    },
  );
  for (const ms of msOfLocalActivities) {
    const scope = new CancellationScope();
    const endless = scope.run(() =>
      scheduleActivity('nothing', [], { taskQueue: 'nobody', startToCloseTimeout: '10 s' }),
    );
    endless.catch(() => undefined);
    await local.take(ms);
    tell();
    scope.cancel();
    await endless.catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
    tell();
    await sleep(150);
    await tellTime(tellings);
  }
  await condition(allHandlersFinished);
}

/** Continues in a new run, and tells the time there after a local activity beside which the first task does nothing else. */
export async function tellingTimeLate(ms: number, earlierMs = 0): Promise<void> {
  if (earlierMs === 0) {
    await sleep(100);
    return continueAsNew<typeof tellingTimeLate>(ms, Date.now());
  }
  if (Date.now() < earlierMs) throw ApplicationFailure.nonRetryable('this is the time of the earlier run');
  const tellings = { count: 0 };
  const began = new Date().toISOString();
  await local.take(ms);
  await tellTime(tellings);
  await scheduleActivity('nothing', [], { activityId: `began ${began}`, startToCloseTimeout: '10 s' });
}
