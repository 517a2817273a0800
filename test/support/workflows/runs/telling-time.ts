import {
  allHandlersFinished,
  CancellationScope,
  condition,
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
