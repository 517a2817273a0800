import { WorkflowFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { requireTaken } from '../../src/cases/start';

const clientOf = (status: string) =>
  ({
    withAbortSignal: (_: AbortSignal, ask: () => unknown) => ask(),
    workflow: {
      getHandle: () => ({
        query: () => Promise.reject(new Error('no worker answers')),
        describe: () => Promise.resolve({ status: { name: status } }),
        result: () =>
          Promise.reject(
            new WorkflowFailedError(
              'failed',
              ApplicationFailure.nonRetryable('the key was retired'),
              'NON_RETRYABLE_FAILURE',
            ),
          ),
      }),
    },
  }) as unknown as Client;

test('who starts a case hears why no worker takes it, and that nothing of it is done', async () => {
  const start = { workflowId: 'payout:PO-1', outcome: 'started' } as const;
  await expect(requireTaken(clientOf('FAILED'), start)).rejects.toThrow(
    'No worker takes the payout PO-1, and nothing of it is done: the key was retired.',
  );
  await requireTaken(clientOf('RUNNING'), start);
  await requireTaken(clientOf('FAILED'), { ...start, outcome: 'found' });
});
