import { setTimeout as sleep } from 'node:timers/promises';
import { cachedFor } from '../../src/desk/cached';

test('what is asked once for all who look is asked again after a failure, and once its time is over', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(1), 2, 3].map(async (one) => one);
  const ask = cachedFor(() => answers.shift()!, 60_000);
  await expect(ask()).rejects.toThrow('away');
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(1);
  const brief = cachedFor(() => answers.shift()!, 1);
  expect(await brief()).toBe(2);
  await sleep(10);
  expect(await brief()).toBe(3);
  expect(answers).toEqual([]);
});
