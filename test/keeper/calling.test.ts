import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from '@temporalio/worker';
import { callBank } from '../../src/keeper/call-bank';
import { Lease } from '../../src/keeper/lease';
import { RateLimiter } from 'fixed-window-limiter';
import { OBSERVED_POLICY } from '../../src/bank/client';
import { RowInMemory } from '../support/keeper/row-in-memory';

const silent = { info: () => undefined, warn: () => undefined };
const bankWorker = {
  runUntil: (ended: Promise<unknown>) => ended,
  getState: () => 'STOPPED',
} as unknown as Worker;

/** A process that would call the bank, and how often it has begun to. */
function candidate(holder: string, row: RowInMemory, begin = async () => undefined) {
  let [begins, end] = [0, () => undefined as unknown];
  const ended = new Promise<void>((resolve) => (end = resolve));
  const running = callBank(
    {
      ...{
        lease: new Lease(row, { holder, worker: holder, settings: {} }),
        limiter: new RateLimiter({ policy: OBSERVED_POLICY }),
        log: silent,
      },
      createBankWorkers: async () => [bankWorker],
      begin: async () => {
        begins += 1;
        await begin();
      },
    },
    ended,
  );
  const stop = () => {
    end();
    return running;
  };
  return { stop, begins: () => begins };
}

test('the schedules are set by the worker that calls the bank alone; one that stands by sets them when it takes over', async () => {
  const row = new RowInMemory();
  const keeper = candidate('keeper', row);
  await sleep(100);
  const other = candidate('other', row);
  await sleep(1_500);
  expect([keeper.begins(), other.begins()]).toEqual([1, 0]);
  await keeper.stop();
  await sleep(1_500);
  expect([keeper.begins(), other.begins()]).toEqual([1, 1]);
  await other.stop();
});

test('schedules that cannot be set keep no worker from calling the bank, nor from ending', async () => {
  const keeper = candidate('keeper', new RowInMemory(), () => Promise.reject(new Error('Temporal is away')));
  await sleep(100);
  expect(keeper.begins()).toBe(1);
  await keeper.stop();
});
