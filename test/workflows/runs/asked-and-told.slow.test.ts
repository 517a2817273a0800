import { Worker } from '@temporalio/worker';
import { fastServers } from '../../support/workflows/fast-server';
import { payoutFile } from '../../support/workflows/sample';
import { workflowBundle } from '../../support/workflow-bundle';

// With SDK 1.23 and 1.24 a query that came while a command was taken could leave a history that never replays.
const server = fastServers(() => ({ fast: { bundle: workflowBundle() } }));
const operator = { actor: 'operator-1', role: 'operator' };
const PAYOUTS = 10;
const COMMANDS = 400;

test('payouts can be replayed that many people asked and told things at once', async () => {
  const environment = server('fast');
  const payouts = await Promise.all(
    Array.from({ length: PAYOUTS }, (_, place) =>
      environment.startPayout(payoutFile('Another Holder', `123000000${place}`, '9000000001')),
    ),
  );
  for (const payout of payouts) await payout.until(({ attention }) => attention !== undefined, 1);
  let [told, asked] = [0, 0];
  const telling = async () => {
    while (told < COMMANDS)
      await payouts[told++ % PAYOUTS]!.tell('addNote', { ...operator, text: 'Called the payee' });
  };
  const asking = async () => {
    while (told < COMMANDS) await payouts[asked++ % PAYOUTS]!.snapshot();
  };
  await Promise.all([...Array.from({ length: 10 }, telling), ...Array.from({ length: 20 }, asking)]);
  for (const { handle } of payouts)
    await Worker.runReplayHistory(
      { workflowBundle: workflowBundle() },
      await handle.fetchHistory(),
      handle.workflowId,
    );
});
