import { Client } from '@temporalio/client';
import { readMoneyEvent } from '../../src/input/money-event';
import { holderOf } from '../../src/sandbox/money/banks';
import { accountNumbered } from '../../src/sandbox/money/accounts';
import { receiveTransfer } from '../../src/sandbox/money/movements';
import { keepEvent } from '../../src/webhooks/keeping';
import type { GapRepairResult, PayoutResult } from '../../src/workflows/results';
import { payoutFile } from './sample';
import { steering } from './steering';

const theatre = steering();

let sweeps = 0;
async function sweep(input: object = {}): Promise<GapRepairResult> {
  const started = await theatre.start('gapRepairWorkflow', `gap-repair-${++sweeps}`, input);
  return started.result<GapRepairResult>(1);
}

const startPayout = (code: string) => {
  const number = `00000000${code}`;
  return theatre.startPayout(payoutFile(holderOf('901', number), number, '9000000001'));
};

/** Somebody pays into the account, by so much that it costs stamp duty: two events. */
function receive(): void {
  theatre.world.now = theatre.world.clock.now();
  receiveTransfer(theatre.world, accountNumbered(theatre.world, '9000000001'), 2_000_000, 'Rent of November');
}

test('what never arrived is handled once, however often it is swept', async () => {
  await sweep();
  receive();
  expect(await sweep()).toMatchObject({ recovered: 2, unreadable: 0 });
  expect(await sweep()).toMatchObject({ recovered: 0 });
});

test('what had arrived is not handled again', async () => {
  receive();
  const { connection, namespace = 'default' } = theatre.life().env;
  const client = new Client({ connection, namespace });
  const [latest] = theatre.world.events.all().slice(-1);
  const read = readMoneyEvent(latest?.data);
  if (!('event' in read)) throw new Error('the sandbox told of something that nobody can read');
  expect(await keepEvent(client, read.event)).toBe('new');
  expect(await sweep()).toMatchObject({ recovered: 1 });
});

test('an event that stands in no history is found on the statement', async () => {
  receive();
  const events = theatre.world.events.all();
  const listed = jest.spyOn(theatre.world.events, 'all').mockReturnValue(events.slice(0, -2));
  const { recovered } = await sweep();
  listed.mockRestore();
  expect(recovered).toBe(2);
});

test('a payout whose event was lost is woken by the sweep', async () => {
  const payout = await startPayout('05');
  const { reference } = await payout.untilStage('PENDING');
  while (theatre.world.payouts.get(reference)?.status !== 'SUCCESS') {
    await theatre.sleep(5);
    theatre.world.payouts.change(reference, { status: 'SUCCESS' });
  }
  const asked = (await theatre.life().calls()).getPayoutStatus;
  expect(asked).toBeDefined();
  const { recovered } = await sweep();
  expect(recovered).toBeGreaterThan(0);
  await payout.until(({ ended }) => ended, 1);
  expect(await payout.result<PayoutResult>(1)).toMatchObject({ status: 'SUCCESS' });
});

test.each([
  [{ lookBackHours: 0 }, 'lookBackHours must be above 0'],
  [{ since: 'ever' }, 'unknown fields: since'],
])('a useless input is refused: %j', async (input, sentence) => {
  await expect(sweep(input)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining(sentence) }),
  });
});
