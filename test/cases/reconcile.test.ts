import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import { newKeyPair, signingKeyOf } from '../../src/authority/person-key';
import { beginReconciliation } from '../../src/cases/reconcile';
import { signWith } from '../../src/cases/signing';

test('a supervisor whose reconciliation is open already has it compare again, as a supervisor', async () => {
  const sent: string[] = [];
  const client = {
    options: { namespace: 'default' },
    withDeadline: (_: number, ask: () => unknown) => ask(),
    workflow: {
      start: () => Promise.reject(new WorkflowExecutionAlreadyStartedError('', 'reconciliation:recent', '')),
      getHandle: () => ({
        executeUpdate: (_name: string, { args: [{ act }] }: { args: [{ act: string }] }) => {
          sent.push(Buffer.from(act.split('.')[1] ?? '', 'base64url').toString());
          return Promise.resolve({});
        },
      }),
    },
  } as unknown as Client;
  const { file } = newKeyPair('supervisor-1', ['supervisor']);
  const signer = { key: signingKeyOf(file), bankEnvironment: 'test' };
  expect(await beginReconciliation(signWith(client, signer), {})).toMatchObject({ wasOpen: true });
  expect(sent.map((claims) => JSON.parse(claims) as object)).toEqual([
    expect.objectContaining({ act: 'compareAgain', sub: 'supervisor-1', role: 'supervisor' }),
  ]);
});
