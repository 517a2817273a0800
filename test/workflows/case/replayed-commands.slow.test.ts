import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { bundleWorkflows } from '../../../src/temporal/bundle';
import { acknowledging } from '../../support/records/database';
import { payoutFile } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

let isAway = false;
const environment = steering(undefined, undefined, () =>
  Promise.resolve({
    ...acknowledging,
    append: (given) =>
      isAway ? Promise.reject(new Error('the database is away')) : acknowledging.append(given),
  }),
);
afterEach(() => {
  isAway = false;
});

let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  workflowBundle = await bundleWorkflows();
});

test('a worker replays a command that was proposed while the audit could not be written', async () => {
  const payout = await environment.startPayout(payoutFile('Another Person', '0000000097', '9000000001'));
  await payout.untilAttention();
  isAway = true;
  await payout.tell('confirmName', { actor: 'operator-1', role: 'operator', reason: 'KNOWN_ALIAS' });
  isAway = false;
  await environment.sleep(1);
  await payout.tell('addNote', { actor: 'operator-2', role: 'operator', text: 'seen' });
  const history = await payout.handle.fetchHistory();
  await Worker.runReplayHistory({ workflowBundle }, history, payout.handle.workflowId);
});

test('a worker replays commands that were given at once while the audit could not be written', async () => {
  const payout = await environment.startPayout(payoutFile('Another Person', '0000000098', '9000000001'));
  await payout.untilAttention();
  isAway = true;
  const note = (actor: string) => payout.tell('addNote', { actor, role: 'operator', text: 'seen' });
  const others = Array.from({ length: 5 }, (_, place) => note(`operator-${place + 2}`));
  const proposal = { actor: 'operator-1', role: 'operator', reason: 'KNOWN_ALIAS' };
  await Promise.all([...others, payout.tell('confirmName', proposal)]);
  await note('operator-7');
  isAway = false;
  await environment.sleep(1);
  await note('operator-8');
  const history = await payout.handle.fetchHistory();
  await Worker.runReplayHistory({ workflowBundle }, history, payout.handle.workflowId);
});
