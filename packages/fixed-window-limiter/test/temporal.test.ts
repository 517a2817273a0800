import { RateLimiter } from '../src';
import { QueueSlotSupplier, slotSuppliers } from '../src/temporal';

type Permit = Awaited<ReturnType<QueueSlotSupplier['reserveSlot']>>;

/** A limiter that says what it is told to. */
const limiterWith = (room: number, waitMs = 60_000) => ({
  room,
  slotsFor() {
    return this.room;
  },
  waitMs: () => waitMs,
});

/** Asks for slots until none is given at once. */
async function taken(slots: QueueSlotSupplier, most = 200): Promise<Permit[]> {
  const given: Permit[] = [];
  while (given.length < most) {
    const slot = await Promise.race([reserved(slots), soon()]);
    if (!slot) break;
    given.push(slot);
  }
  return given;
}

const reserved = (slots: QueueSlotSupplier, signal = new AbortController().signal) =>
  slots.reserveSlot({}, signal);
const soon = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));

test('the slots of a task queue are as many as the limiter has room for', async () => {
  expect(await taken(new QueueSlotSupplier('routine', limiterWith(7)))).toHaveLength(7);
});

test('the slots of a task queue are never more than fifty', async () => {
  expect(await taken(new QueueSlotSupplier('urgent', limiterWith(1_000)))).toHaveLength(50);
});

test('the slots of a task queue are given again when one is released', async () => {
  const slots = new QueueSlotSupplier('urgent', limiterWith(1));
  const [first] = await taken(slots, 1);
  const second = reserved(slots);
  slots.releaseSlot({ permit: first as Permit });
  expect(await second).toBeDefined();
});

test('the slots of a task queue are given when the time has come at which the limiter expects room', async () => {
  const limiter = limiterWith(0, 5);
  const slot = reserved(new QueueSlotSupplier('urgent', limiter));
  limiter.room = 1;
  expect(await slot).toBeDefined();
});

test('the slots of a task queue are given when a request is complete, to the urgent queue first', async () => {
  const limiter = new RateLimiter({ policy: { limit: 100, windowMs: 900_000 } });
  const queues = slotSuppliers(limiter);
  const opener = limiter.admit();
  const order: string[] = [];
  const routine = reserved(queues.routine).then(() => order.push('routine'));
  const urgent = reserved(queues.urgent).then(() => order.push('urgent'));
  if (opener.admitted)
    limiter.complete(opener.permit, {
      came: 'reply',
      refused: false,
      notice: { policies: [] },
    });
  await Promise.all([routine, urgent]);
  expect(order).toEqual(['urgent', 'routine']);
});

test('the slots of a task queue are no longer waited for by a worker that shuts down', async () => {
  const slots = new QueueSlotSupplier('urgent', limiterWith(0));
  const worker = new AbortController();
  const slot = reserved(slots, worker.signal);
  worker.abort();
  await expect(slot).rejects.toBe(worker.signal.reason);
});

test('the slots of a task queue are not given to tasks that would skip the queue', () => {
  expect(new QueueSlotSupplier('urgent', limiterWith(10)).tryReserveSlot()).toBeNull();
});

test('the slots of a task queue show that work waits while each of them finds a task at once', async () => {
  const slots = new QueueSlotSupplier('urgent', limiterWith(3));
  expect(slots.isQueueBusy(performance.now())).toBe(false);
  const given = await taken(slots);
  for (const permit of given.slice(1)) slots.markSlotUsed({ permit });
  expect(slots.isQueueBusy(performance.now())).toBe(true);
  expect(slots.isQueueBusy(performance.now() + 600)).toBe(false);
  for (const permit of given) slots.markSlotUsed({ permit });
  expect(slots.isQueueBusy(performance.now() + 600)).toBe(true);
});
