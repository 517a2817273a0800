import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { identityNumbersOf } from '../../src/cases/started-input';

test('what is asked of a case that Temporal does not know is refused in words, and is no fault', async () => {
  const id = 'loan:LN-NONE';
  const query = () => Promise.reject(new WorkflowNotFoundError('workflow not found', id, undefined));
  const client = {
    withDeadline: (_: number, ask: () => unknown) => ask(),
    workflow: { getHandle: () => ({ query }) },
  } as unknown as Client;
  await expect(identityNumbersOf(client, id)).rejects.toThrow('There is no loan with the reference LN-NONE.');
});
