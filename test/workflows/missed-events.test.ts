import { Client } from '@temporalio/client';
import { readMoneyEvent } from '../../src/input/money-event';
import { holderOf } from '../../sandbox/money/banks';
import { accountNumbered } from '../../sandbox/money/accounts';
import { receiveTransfer } from '../../sandbox/money/fees';
import { ingestEvent } from '../../src/webhooks/ingestion';
import { moneyEventStart, type BackfillResult } from '../../src/domain/money/bank-events';
import { unreadable } from '../../src/domain/wire/unreadable-payload';
import { payoutFile } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';
import type { PayoutResult } from '../../src/domain/payout/stages';

const environment = steering();

let backfills = 0;
async function backfill(input: object = {}): Promise<BackfillResult> {
  const started = await environment.start('missedEventsWorkflow', `gap-repair-${++backfills}`, input);
  return started.result<BackfillResult>(1);
}

const startPayout = (code: string) => {
  const number = `00000000${code}`;
  return environment.startPayout(payoutFile(holderOf('901', number), number, '9000000001'));
};

/** A customer pays into the account, by so much that it costs stamp duty: two events. */
function receive(): void {
  environment.bank.now = environment.bank.clock.now();
  receiveTransfer(
    environment.bank,
    accountNumbered(environment.bank, '9000000001'),
    2_000_000,
    'Rent of November',
  );
}

/** The newest event as the receiver reads it, with a client as the receiver has one. */
function latestEvent() {
  const { connection, namespace = 'default' } = environment.parts().env;
  const [latest] = environment.bank.events.all().slice(-1);
  const read = readMoneyEvent(latest?.data);
  if (!('event' in read)) throw new Error('the sandbox told of an event that the webhooks cannot read');
  return { client: new Client({ connection, namespace }), event: read.event };
}

test('what never arrived is handled once, however often it is swept', async () => {
  await backfill();
  receive();
  expect(await backfill()).toMatchObject({ recovered: 2, unreadable: 0 });
  expect(await backfill()).toMatchObject({ recovered: 0 });
});

test('what had arrived is not handled again', async () => {
  receive();
  const { client, event } = latestEvent();
  expect(await ingestEvent(client, event)).toBe('new');
  expect(await backfill()).toMatchObject({ recovered: 1 });
});

test('an event whose workflow has failed, as with a key that no worker has, counts as not arrived', async () => {
  receive();
  const { client, event } = latestEvent();
  const { workflowType, ...start } = moneyEventStart(event);
  const failed = await client.workflow.start(workflowType, { ...start, args: [unreadable('a foreign key')] });
  await expect(failed.result()).rejects.toThrow();
  expect(await backfill()).toMatchObject({ recovered: 2 });
  expect(await backfill()).toMatchObject({ recovered: 0 });
});

test('an event that stands in no history is found on the statement', async () => {
  receive();
  const events = environment.bank.events.all();
  const listed = jest.spyOn(environment.bank.events, 'all').mockReturnValue(events.slice(0, -2));
  const { recovered } = await backfill();
  listed.mockRestore();
  expect(recovered).toBe(2);
});

test('a payout whose event was lost is woken by the backfill', async () => {
  const payout = await startPayout('05');
  const { reference } = await payout.untilStage('PENDING');
  while (environment.bank.payouts.get(reference)?.status !== 'SUCCESS') {
    await environment.sleep(5);
    environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  }
  const asked = (await environment.parts().calls()).getPayoutStatus;
  expect(asked).toBeDefined();
  const { recovered } = await backfill();
  expect(recovered).toBeGreaterThan(0);
  await payout.until(({ ended }) => ended, 1);
  expect(await payout.result<PayoutResult>(1)).toMatchObject({ status: 'SUCCESS' });
});

test.each([
  [{ lookBackHours: 0 }, 'lookBackHours must be above 0'],
  [{ since: 'ever' }, 'unknown fields: since'],
])('a useless input is refused: %j', async (input, sentence) => {
  await expect(backfill(input)).rejects.toMatchObject({
    cause: expect.objectContaining({ message: expect.stringContaining(sentence) }),
  });
});
