import {
  CancellationScope,
  condition,
  defineQuery,
  defineUpdate,
  isCancellation,
  patched,
  proxyLocalActivities,
  setHandler,
  sleep,
} from '@temporalio/workflow';

const local = proxyLocalActivities<{ lookUp(): Promise<void> }>({ startToCloseTimeout: '10 s' });

export const ANSWER = 'answered slowly';

const ignoreCancellation = (error: unknown) => {
  if (!isCancellation(error)) throw error;
};

const isPatched = () => patched('asked for from the start');

/** Cancels its first scope, in which a timer of another scope began, once it was told to and has looked that up. */
export async function cancellingWhenTold(): Promise<void> {
  const waiting = new CancellationScope();
  isPatched();
  setHandler(defineQuery('asked'), () => ANSWER);
  setHandler(defineUpdate('told'), async () => {
    await local.lookUp();
    if (isPatched()) waiting.cancel();
    return undefined;
  });
  await waiting
    .run(() => {
      void CancellationScope.nonCancellable(() => new CancellationScope().run(() => sleep('1 hour'))).catch(
        ignoreCancellation,
      );
      return condition(() => false);
    })
    .catch(ignoreCancellation);
}
