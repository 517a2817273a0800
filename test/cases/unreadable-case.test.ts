import { status } from '@grpc/grpc-js';
import { QueryNotRegisteredError, type Client } from '@temporalio/client';
import { answerOf } from '../../src/cases/snapshot';
import { caseQuery } from '../../src/domain/wire/messages';

test('a case whose history no worker can read any more counts as one that does not answer', async () => {
  const told = new QueryNotRegisteredError(
    '[TMPRL1100] Nondeterminism error: Timer machine',
    status.INVALID_ARGUMENT,
  );
  const client = {
    withDeadline: (_until: number, act: () => unknown) => act(),
    workflow: { getHandle: () => ({ query: () => Promise.reject(told) }) },
  } as unknown as Client;
  await expect(answerOf(client, 'loan:LN-1', caseQuery)).rejects.toMatchObject({ kind: 'timedOut' });
});
