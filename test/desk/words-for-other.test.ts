import { ProblemError } from '../../src/desk/http/problems';
import type { RouteContext } from '../../src/desk/route-context';
import { commandHandlers } from '../../src/desk/routes/commands';
import { lacksWords } from '../../src/domain/case/fields';
import { kinds } from '../../src/domain/kinds';

const fieldsOf = (row: { readonly fields: object }) =>
  Object.entries(row.fields as Record<string, { kind: string }>).map(([name, { kind }]) => ({ name, kind }));

test('the reason OTHER needs words, unless the command has a text of its own', () => {
  const { withdraw, returnToApplicant } = kinds.loan.commands;
  expect(lacksWords(fieldsOf(withdraw!), { reason: 'OTHER' })).toBe(true);
  expect(lacksWords(fieldsOf(withdraw!), { reason: 'DUPLICATE' })).toBe(false);
  const asked = { reason: 'OTHER', question: 'Which shop is it?' };
  expect(lacksWords(fieldsOf(returnToApplicant!), asked)).toBe(false);
});

/** The commands of a payout that waits for approval; those that were sent. */
function desk() {
  const sent: unknown[] = [];
  const snapshot = {
    ...{ kind: 'payout', reference: 'PO-1', stage: 'APPROVAL', stageTitle: 'Approval', ended: false },
    ...{ since: '2030-01-01T00:00:00.000Z', checklist: [], facts: {}, timeline: [], commands: ['cancel'] },
  };
  const handle = {
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {} }),
    query: () => Promise.resolve(snapshot),
    executeUpdate: (_: string, { args: [message] }: { args: unknown[] }) => {
      sent.push(message);
      return Promise.resolve({ requestId: 'r-1', command: 'cancel' });
    },
  };
  const client = {
    workflow: { getHandle: () => handle },
    withDeadline: <R>(_: number, ask: () => Promise<R>) => ask(),
  };
  const stepUp = { mayConcern: () => false, isNeeded: () => false, needsPasskey: () => false };
  const watcher = { readNow: jest.fn() };
  const parts = { client, clientOf: () => client, stepUp, watcher } as unknown as RouteContext;
  const cancel = (note?: string) =>
    commandHandlers(parts).command({
      params: { kind: 'payout', reference: 'PO-1', command: 'cancel' },
      body: { fields: { reason: 'OTHER' }, note },
      person: { subject: 'operator-1', roles: ['operator'] },
      requestId: 'r-1',
    } as never);
  return { sent, cancel, read: watcher.readNow };
}

test('the desk sends no command whose reason is OTHER without words', async () => {
  const { sent, cancel, read } = desk();
  await expect(cancel()).rejects.toThrow(ProblemError);
  await expect(cancel(' ')).rejects.toThrow('note must say why, since the reason is OTHER');
  expect(sent).toEqual([]);
  expect(read).not.toHaveBeenCalled();
  await cancel('The supplier wrote off the invoice');
  expect(sent).toHaveLength(1);
  // So that every list has it at once.
  expect(read.mock.calls).toEqual([['payout', 'PO-1']]);
});
