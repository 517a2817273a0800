import { WorkflowFailedError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { whyNotTaken } from '../../src/cases/not-begun';
import { requireTaken } from '../../src/cases/start';

/** A case as Temporal describes it, look by look; the last description stays. */
const clientOf = (...looks: [status: string, historyLength: number][]) => {
  const describe = () => {
    const [name, historyLength] = (looks.length > 1 ? looks.shift() : looks[0]) ?? [];
    return Promise.resolve({ status: { name }, historyLength, runId: 'run-1', raw: {} });
  };
  const refusal = ApplicationFailure.nonRetryable('the key was retired');
  const result = () => Promise.reject(new WorkflowFailedError('failed', refusal, 'NON_RETRYABLE_FAILURE'));
  return { workflow: { getHandle: () => ({ describe, result }) } } as unknown as Client;
};

const start = { workflowId: 'payout:PO-1', outcome: 'started' } as const;
const [HANDED_IN, TAKEN] = [2, 9];

test('who starts a case hears why no worker takes it, and that nothing of it is done', async () => {
  await expect(requireTaken(clientOf(['FAILED', 7]), start)).rejects.toThrow(
    'No worker takes the payout PO-1, and nothing of it is done: the key was retired.',
  );
  const found = { ...start, outcome: 'found' } as const;
  expect(await requireTaken(clientOf(['FAILED', 7]), found)).toBe(found);
});

test('a start that a worker refuses only later is waited for, and one that a worker has taken is not', async () => {
  const refused = clientOf(['RUNNING', HANDED_IN], ['RUNNING', HANDED_IN], ['FAILED', 7]);
  await expect(requireTaken(refused, start)).rejects.toThrow('the key was retired');
  expect(await requireTaken(clientOf(['RUNNING', TAKEN]), start)).toBe(start);
});

test('a start that no worker takes or refuses for seconds is not called started', async () => {
  // A worker that was stopped in the first task has taken nothing either.
  const events = [HANDED_IN, 4];
  const said = await Promise.all(events.map((many) => requireTaken(clientOf(['RUNNING', many]), start)));
  expect(said.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
});

test('of a case whose next run no worker takes nobody is told that nothing of it is done', async () => {
  const run = { status: { name: 'FAILED' }, runId: 'run-2' } as const;
  const described = { ...run, raw: { workflowExecutionInfo: { firstRunId: 'run-1' } } };
  expect(await whyNotTaken(clientOf(['FAILED', 7]), 'repayment:LN-1', described as never)).toBe(
    'No worker takes the repayment LN-1, and what its earlier runs did stays done: the key was retired.',
  );
});
