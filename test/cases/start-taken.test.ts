import { WorkflowFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { requireTaken } from '../../src/cases/start';

const unanswered = () => Promise.reject(new Error('no worker answers'));

const clientOf = (status: string | (() => string), query: () => Promise<object> = unanswered) =>
  ({
    withAbortSignal: (_: AbortSignal, ask: () => unknown) => ask(),
    workflow: {
      getHandle: () => ({
        query,
        describe: () => Promise.resolve({ status: { name: typeof status === 'string' ? status : status() } }),
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

test('a start that a worker refuses only later is waited for, and one that has begun is not', async () => {
  const start = { workflowId: 'payout:PO-1', outcome: 'started' } as const;
  const shows = jest.fn(() => Promise.resolve({ facts: {}, timeline: [{ what: 'Account' }] as object[] }));
  await requireTaken(clientOf('RUNNING', shows), start);
  expect(shows).toHaveBeenCalledTimes(1);
  shows.mockResolvedValue({ facts: {}, timeline: [] });
  const statuses = ['RUNNING', 'RUNNING', 'FAILED'];
  await expect(
    requireTaken(
      clientOf(() => statuses.shift() ?? '', shows),
      start,
    ),
  ).rejects.toThrow('the key was retired');
  expect(statuses).toEqual([]);
});
