import { REAL_TIME } from '../../../src/domain/time/clock';
import type { Case } from '../../../src/workflows/case/case';
import { DeadlineTimer } from '../../../src/workflows/case/deadline-timer';

const slept: unknown[] = [];
jest.mock('@temporalio/workflow', () => {
  class CancellationScope {
    static nonCancellable = <R>(run: () => R): R => run();
    run = <R>(run: () => R): R => run();
    cancel = (): void => undefined;
  }
  const sleep = (ms: number) => (slept.push(ms) > 1 ? new Promise(() => undefined) : Promise.resolve());
  return { CancellationScope, sleep, isCancellation: () => false };
});

test('a wait whose timer has fired needs a person, even if the task that says so bears an earlier time', async () => {
  const raised: string[] = [];
  const watched = {
    ...{ clock: REAL_TIME, deadlines: {}, ended: false, attention: undefined as unknown },
    waiting: {
      for: 'BATCH_PAYOUTS',
      about: 'the payouts',
      on: 'bank',
      toDo: '',
      since: new Date().toISOString(),
    },
    commands: { proposals: { noteLapsed: () => undefined } },
    publish: () => undefined,
    raiseAttention(cause: string) {
      raised.push(cause);
      this.attention = { cause };
    },
  };
  new DeadlineTimer(watched as unknown as Case<string>).watch();
  await new Promise(setImmediate);
  expect(raised).toEqual([expect.stringContaining('waiting for the payouts since')]);
  expect(slept).toHaveLength(1);
});
