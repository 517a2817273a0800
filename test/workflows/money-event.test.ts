import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  moneyEventId,
  moneyEventStart,
  type MoneyEvent,
  type MoneyEventResult,
} from '../../src/domain/money/bank-events';
import { readMoneyEvent } from '../../src/input/money-event';
import { createIngestion, ingestEvent } from '../../src/webhooks/ingestion';
import { holderOf } from '../../sandbox/money/banks';
import { reversePayout } from '../../sandbox/money/payouts';
import { payoutFile } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const SOURCE = '9000000001';
/** Of the protocol's types of events. */
const ACTIVITY_SCHEDULED = 10;

let started: Steered[] = [];
async function startPayout(code: string): Promise<Steered> {
  const accountNumber = `00000000${code}`;
  const payout = await environment.startPayout(
    payoutFile(holderOf('901', accountNumber), accountNumber, SOURCE),
  );
  started.push(payout);
  return payout;
}

/** A case left waiting would slow down all the others, whose time is skipped together. */
afterEach(async () => {
  for (const { id } of environment.bank.payouts.all())
    environment.bank.payouts.change(id, { status: 'SUCCESS' });
  await Promise.all(started.map((payout) => payout.result()));
  started = [];
});

/** The newest event whose remark says this, read as the receiver reads it. */
function eventAbout(remark: string): MoneyEvent {
  const told = environment.bank.events
    .all()
    .findLast(({ data }) => JSON.stringify(data).includes(`"remark":"${remark}`));
  const read = readMoneyEvent(told?.data);
  if ('problems' in read) throw new Error(read.problems.join());
  return read.event;
}
const client = () => environment.parts().env.client;
/** What becomes of an event, under an id of its own so that it can be told again. */
async function outcomeOf(event: MoneyEvent): Promise<MoneyEventResult> {
  const { workflowType } = moneyEventStart(event);
  const told = await environment.start(workflowType, `${moneyEventId(event)}:${randomUUID()}`, event);
  return (await told.handle.result()) as MoneyEventResult;
}

/** How many activities a payout has asked for. */
const looks = async (payout: Steered) =>
  (await payout.eventTypes()).filter((type) => type === ACTIVITY_SCHEDULED).length;

test('the debit of a payout wakes it, and it reads the truth', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  await environment.sleep(5);
  environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  expect(await outcomeOf(eventAbout(`${reference} `))).toEqual({
    outcome: 'woken',
    workflowIds: [`payout:${reference}`],
  });
  await payout.until(({ ended }) => ended, 1);
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('the debit of a payout that was just sent costs no look of its own', async () => {
  const payout = await startPayout('08');
  // Without letting time pass: that would be its first look.
  while ((await payout.snapshot()).stage !== 'PENDING') await sleep(20);
  const { reference } = await payout.snapshot();
  const looksBefore = await looks(payout);
  expect(await outcomeOf(eventAbout(`${reference} `))).toMatchObject({ outcome: 'woken' });
  expect(await signalsTo(reference)).toBe(1);
  expect(await looks(payout)).toBe(looksBefore);
  environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  await payout.until(({ ended }) => ended, 1);
  expect(await looks(payout)).toBe(looksBefore);
});

test('an event says nothing by itself: a payout that it lies about stays as it is', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  const lie: MoneyEvent = {
    ...eventAbout(`${reference} `),
    event: 'account.incoming-transaction',
    mentions: [reference],
  };
  expect(await outcomeOf(lie)).toMatchObject({ outcome: 'woken' });
  expect((await payout.snapshot()).stage).toBe('PENDING');
  environment.bank.payouts.change(reference, { status: 'SUCCESS' });
  expect(await payout.result()).toMatchObject({ status: 'SUCCESS' });
});

test('an event that comes five times at once has one effect', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  const event = eventAbout(`${reference} `);
  const kept = await Promise.all(Array.from({ length: 5 }, () => ingestEvent(client(), event)));
  expect(kept.filter((each) => each === 'new')).toHaveLength(1);
  expect(await environment.found(moneyEventId(event)).handle.result()).toMatchObject({ outcome: 'woken' });
  expect(await ingestEvent(client(), event)).toBe('known');
  expect(await signalsTo(reference)).toBe(1);
});

test('a receiver knows a copy of what it has kept, and never one of what it has not', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  const event = eventAbout(`${reference} `);
  const away = { withDeadline: () => Promise.reject(new Error('away')) };
  const whileAway = createIngestion(away as unknown as ReturnType<typeof client>);
  await expect(whileAway(event)).rejects.toThrow('away');
  await expect(whileAway(event)).rejects.toThrow('away');
  const keep = createIngestion(client());
  expect([await keep(event), await keep(event)]).toEqual(['new', 'known']);
});

test('a charge comes with its payout, and a stamp duty with its credit', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  expect(await outcomeOf(eventAbout(`Charge for ${reference}`))).toMatchObject({ outcome: 'paired' });
  const duty = { ...eventAbout(`${reference} `), uniqueRef: '1_CBN_STAMP_DUTY_CHARGE' };
  expect(await outcomeOf(duty)).toMatchObject({ outcome: 'paired' });
  expect(await signalsTo(reference)).toBe(0);
});

test('without a remark, one read of the account tells which payout it is', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  const { mentions: _remark, accountNumber: _account, ...event } = eventAbout(`${reference} `);
  expect(await outcomeOf({ ...event, accountNumber: SOURCE })).toMatchObject({ outcome: 'woken' });
  expect(await outcomeOf({ ...event, accountNumber: SOURCE, uniqueRef: '404' })).toMatchObject({
    outcome: 'unmatched',
  });
  expect(await outcomeOf(event)).toMatchObject({ outcome: 'unmatched' });
});

test('an event that belongs to no case is kept visible, with the reason', async () => {
  const payout = await startPayout('50');
  const { reference } = await payout.result<{ reference: string }>();
  const event = eventAbout(`${reference} `);
  expect(await outcomeOf(event)).toEqual({ outcome: 'unmatched', why: 'the payout has ended' });
  const foreign = { ...event, mentions: ['PO-of-others'] };
  expect(await outcomeOf(foreign)).toEqual({ outcome: 'unmatched', why: 'it names no payout of ours' });
  expect(await outcomeOf({ ...event, mentions: [] })).toEqual({
    outcome: 'unmatched',
    why: 'it names no payout',
  });
});

test('money that comes back to the account that had paid reopens the payout, whatever words stand around its reference', async () => {
  const { reference } = await (await startPayout('50')).result<{ reference: string }>();
  const back: MoneyEvent = {
    event: 'account.incoming-transaction',
    uniqueRef: randomUUID(),
    mentions: ['RVSL', reference, '17'],
    accountNumber: '9000000002',
  };
  expect(await outcomeOf(back)).toMatchObject({ outcome: 'unmatched' });
  expect(await outcomeOf({ ...back, accountNumber: SOURCE })).toEqual({
    outcome: 'woken',
    workflowIds: [`payout:${reference}`],
  });
});

test('without a remark, the page of the account shows which payout came back', async () => {
  const { reference } = await (await startPayout('50')).result<{ reference: string }>();
  environment.bank.now = environment.bank.clock.now();
  reversePayout(environment.bank, reference);
  const untold: MoneyEvent = {
    event: 'account.incoming-transaction',
    uniqueRef: 'not on the page',
    accountNumber: SOURCE,
  };
  expect(await outcomeOf(untold)).toMatchObject({
    outcome: 'woken',
    workflowIds: expect.arrayContaining([`payout:${reference}`]) as string[],
  });
});

test('an event costs no call and seven entries of history', async () => {
  const payout = await startPayout('08');
  const { reference } = await payout.until(({ waiting }) => waiting !== undefined);
  const event = eventAbout(`${reference} `);
  await ingestEvent(client(), event);
  const { handle } = environment.found(moneyEventId(event));
  await handle.result();
  const { events = [] } = await handle.fetchHistory();
  expect(events?.length).toBeLessThanOrEqual(7);
  expect(events?.filter((entry) => entry.activityTaskScheduledEventAttributes)).toEqual([]);
});

async function signalsTo(reference: string): Promise<number> {
  const { events } = await environment.found(`payout:${reference}`).handle.fetchHistory();
  return (events ?? []).filter(({ workflowExecutionSignaledEventAttributes: signal }) => signal).length;
}
