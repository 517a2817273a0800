import { setTimeout as sleep } from 'node:timers/promises';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import { createWakes } from '../../src/activities/wakes';
import { readConfig } from '../../src/config';
import { searchAttributes } from '../../src/domain/search-attributes';
import { connectClient, temporalTarget, type TemporalClient } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';

const ACCOUNT = '0c4e1f0a-1f6b-4d3a-9b59-0d4d2b1f7a11';

/** Nobody works here: the server keeps what is started, and what it is told. */
describe('news', () => {
  let server: DevServer;
  let client: TemporalClient;
  beforeAll(async () => {
    const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
    server = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
    client = await connectClient(temporalTarget({ address: server.address, namespace: 'default' }));
  });
  afterAll(async () => {
    await client.connection.close();
    await server.stop();
  });

  const start = (workflowId: string, attributes: Record<string, string> = {}) =>
    client.workflow.start('someWorkflow', {
      workflowId,
      taskQueue: 'nobody',
      typedSearchAttributes: new TypedSearchAttributes(
        Object.entries(attributes).map(([name, value]) => ({
          key: defineSearchAttributeKey(name, 'KEYWORD'),
          value,
        })),
      ),
    });
  const newsTo = async (workflowId: string) => {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).filter(
      ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === 'newsArrived',
    ).length;
  };
  const listed = async (count: number) => {
    for (;;) {
      const { count: seen } = await client.workflow.count(`AccountId = "${ACCOUNT}"`);
      if (seen === count) return;
      await sleep(50);
    }
  };

  test('about an account reaches the loans that wait for its money, and no others', async () => {
    const loans = { 'repayment:1': 'REPAYING', 'repayment:2': 'ARREARS', 'loan:3': 'DISBURSEMENT' };
    for (const [id, LoanStage] of Object.entries(loans)) await start(id, { AccountId: ACCOUNT, LoanStage });
    await start('loan:4', { AccountId: ACCOUNT, LoanStage: 'DOCUMENTS' });
    await start('repayment:5', { AccountId: 'of somebody else', LoanStage: 'REPAYING' });
    await listed(4);
    const woken = await createWakes(client).wakeLoans({ accountId: ACCOUNT, newsId: 'n-1' });
    expect([...woken].sort()).toEqual(Object.keys(loans).sort());
    expect(await Promise.all(Object.keys(loans).map(newsTo))).toEqual([1, 1, 1]);
    expect(await newsTo('loan:4')).toBe(0);
  });

  test.each(['" OR LoanStage = "REPAYING', '', 'x'.repeat(100)])(
    'about no account (%s) reaches nobody',
    (accountId) => expect(createWakes(client).wakeLoans({ accountId, newsId: 'n-1' })).resolves.toEqual([]),
  );

  test('that is told again is taken once', async () => {
    await start('payout:PO-twice');
    const wakes = createWakes(client);
    const tell = (newsId: string) => wakes.wakePayout({ reference: 'PO-twice', newsId });
    for (const newsId of ['n-1', 'n-1', 'n-2', 'n-1']) await tell(newsId);
    expect(await newsTo('payout:PO-twice')).toBe(2);
  });

  test('about a payout reaches it, or a flush of that reference', async () => {
    await start('payout:PO-1');
    await start('flush:FL-1');
    const ended = await start('payout:PO-2');
    await ended.terminate();
    const wakes = createWakes(client);
    expect(await wakes.wakePayout({ reference: 'PO-1', newsId: 'n-1' })).toEqual({
      workflowId: 'payout:PO-1',
      standing: 'woken',
    });
    expect(await wakes.wakePayout({ reference: 'FL-1', newsId: 'n-1' })).toEqual({
      workflowId: 'flush:FL-1',
      standing: 'woken',
    });
    expect(await wakes.wakePayout({ reference: 'PO-2', newsId: 'n-1' })).toMatchObject({ standing: 'ended' });
    expect(await wakes.wakePayout({ reference: 'PO-9', newsId: 'n-1' })).toMatchObject({
      standing: 'unknown',
    });
  });
});
