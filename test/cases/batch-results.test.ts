import type { Client } from '@temporalio/client';
import { batchResults } from '../../src/cases/batch-results';
import { workflowTypes } from '../../src/domain/wire/workflow-types';

const row = (number: number) => ({
  row: number,
  reference: `PO-${number}`,
  amountKobo: 50_000,
  status: 'SUCCESS',
});

/** Temporal with one batch that has ended, and with what runs, or has run, under the ids of its payouts since. */
function temporal(since: Record<string, { status: string; type: string; result?: object }>): Client {
  const batch = { status: 'COMPLETED', type: 'batch', result: { rows: [row(1), row(2)] } };
  const known: Record<string, { status: string; type: string; result?: object }> = {
    'batch:B': batch,
    ...since,
  };
  const getHandle = (id: string) => ({
    describe: () =>
      Promise.resolve({
        ...{ workflowId: id, runId: id, startTime: new Date(0) },
        ...{ status: { name: known[id]!.status }, type: known[id]!.type },
      }),
    result: () => Promise.resolve(known[id]!.result),
  });
  async function* list() {
    for (const workflowId of Object.keys(since)) yield await Promise.resolve({ workflowId });
  }
  return { workflow: { getHandle, list } } as unknown as Client;
}

test('a row whose payout was taken up since keeps the fee and the stamp duty of its latest run', async () => {
  const result = { status: 'SUCCESS', feeKobo: 2_000, dutyKobo: 5_000, uniqueRef: 'UR-1' };
  const ended = { status: 'COMPLETED', type: workflowTypes.adoptedPayout, result };
  const [, second] = await batchResults(temporal({ 'payout:PO-2': ended }), 'B');
  expect(second).toEqual({ ...row(2), ...result });
});

const results = async (since: Parameters<typeof temporal>[0]) =>
  (await batchResults(temporal(since), 'B')).map(({ status, reason }) => [status, reason]);

test('a row whose payout was taken back after the batch had ended is told as its latest run ended', async () => {
  const result = { status: 'REVERSED', reason: 'the evidence says MONEY_RETURNED' };
  const ended = { status: 'COMPLETED', type: workflowTypes.reopenedPayout, result };
  expect(await results({ 'payout:PO-2': ended })).toEqual([
    ['SUCCESS', undefined],
    ['REVERSED', 'the evidence says MONEY_RETURNED'],
  ]);
});

test('a row whose payout runs again is told so', async () => {
  const running = { status: 'RUNNING', type: workflowTypes.reopenedPayout };
  const adopted = { status: 'RUNNING', type: workflowTypes.adoptedPayout };
  expect(await results({ 'payout:PO-1': running, 'payout:PO-2': adopted })).toEqual([
    ['REOPENED', undefined],
    ['STARTED', undefined],
  ]);
});

test('payouts of others that run again change no row', async () => {
  const running = { status: 'RUNNING', type: workflowTypes.reopenedPayout };
  expect(await results({ 'payout:OTHER': running })).toEqual([
    ['SUCCESS', undefined],
    ['SUCCESS', undefined],
  ]);
});
