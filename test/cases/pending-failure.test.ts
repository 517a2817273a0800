import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { encodeErrorToFailure, loadDataConverter } from '@temporalio/common/lib/internal-non-workflow';
import { snapshotOf } from '../../src/cases/snapshot';
import { kinds } from '../../src/domain/kinds';
import { WAIT_LONGER } from '../../src/domain/wire/failure-types';
import { dataConverters } from '../../src/temporal/encryption/data-converters';
import { testKeys } from '../support/encryption';

const keys = testKeys();
afterAll(() => keys.remove());

test('a poll says in words what it saw last, although its failure is encrypted', async () => {
  const { forWorkers, forClients } = dataConverters(keys.encryption);
  const namespace = 'default';
  const saw = ApplicationFailure.create({
    type: WAIT_LONGER,
    message: 'the payout is PENDING, asking again in 5 s',
  });
  const lastFailure = await encodeErrorToFailure(loadDataConverter(forWorkers), saw, {
    ...{ type: 'workflow', namespace, workflowId: 'payout:PO-1' },
  });
  expect(lastFailure.message).toBe('Encoded failure');
  const pending = {
    ...{ activityType: { name: 'awaitPayoutOutcome' }, state: 1, lastFailure },
    nextAttemptScheduleTime: { seconds: 1_772_631_900 },
  };
  const handle = {
    query: () => Promise.resolve({ facts: {}, checklist: [], timeline: [] }),
    describe: () =>
      Promise.resolve({
        ...{ workflowId: 'payout:PO-1', status: { name: 'RUNNING' } },
        raw: { pendingActivities: [pending] },
      }),
  };
  const client = {
    ...{ options: { namespace, loadedDataConverter: loadDataConverter(forClients) } },
    ...{ withDeadline: (_: number, ask: () => unknown) => ask() },
    workflow: { getHandle: () => handle },
  } as unknown as Client;
  const { calls } = await snapshotOf(client, kinds.payout, 'PO-1');
  expect(calls).toEqual([
    'awaitPayoutOutcome asks again; so far: the payout is PENDING; next attempt at 2026-03-04 13:45 UTC',
  ]);
});
