import { RequestBudget } from '../../src/service/request-budget';
import { LaneSlots, laneSlots } from '../../src/temporal/lane-slots';

type Permit = Awaited<ReturnType<LaneSlots['reserveSlot']>>;

/** A budget that says what it is told to. */
const budgetWith = (room: number, waitMs = 60_000) => ({
  room,
  roomFor() {
    return this.room;
  },
  waitMs: () => waitMs,
});

/** Asks for slots until none is given at once. */
async function taken(slots: LaneSlots, most = 200): Promise<Permit[]> {
  const given: Permit[] = [];
  while (given.length < most) {
    const slot = await Promise.race([reserved(slots), soon()]);
    if (!slot) break;
    given.push(slot);
  }
  return given;
}

const reserved = (slots: LaneSlots, signal = new AbortController().signal) => slots.reserveSlot({}, signal);
const soon = () => new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)));

describe('the slots of a lane', () => {
  test('are as many as the budget has room for', async () => {
    expect(await taken(new LaneSlots('routine', budgetWith(7)))).toHaveLength(7);
  });

  test('are never more than fifty', async () => {
    expect(await taken(new LaneSlots('urgent', budgetWith(1_000)))).toHaveLength(50);
  });

  test('are given again when one is released', async () => {
    const slots = new LaneSlots('urgent', budgetWith(1));
    const [first] = await taken(slots, 1);
    const second = reserved(slots);
    slots.releaseSlot({ permit: first as Permit });
    expect(await second).toBeDefined();
  });

  test('are given when the time has come at which the budget expects room', async () => {
    const budget = budgetWith(0, 5);
    const slot = reserved(new LaneSlots('urgent', budget));
    budget.room = 1;
    expect(await slot).toBeDefined();
  });

  test('are given when a request was settled, to the urgent lane first', async () => {
    const budget = new RequestBudget({ limit: 100, windowMs: 900_000 });
    const lanes = laneSlots(budget);
    const opener = budget.admit(performance.now());
    const order: string[] = [];
    const routine = reserved(lanes.routine).then(() => order.push('routine'));
    const urgent = reserved(lanes.urgent).then(() => order.push('urgent'));
    if (opener.admitted)
      budget.settle(opener.permit, performance.now(), {
        came: 'reply',
        refused: false,
        notice: { quotas: [] },
      });
    await Promise.all([routine, urgent]);
    expect(order).toEqual(['urgent', 'routine']);
  });

  test('are no longer waited for by a worker that shuts down', async () => {
    const slots = new LaneSlots('urgent', budgetWith(0));
    const worker = new AbortController();
    const slot = reserved(slots, worker.signal);
    worker.abort();
    await expect(slot).rejects.toBe(worker.signal.reason);
  });

  test('are not given to tasks that would skip the queue', () => {
    expect(new LaneSlots('urgent', budgetWith(10)).tryReserveSlot()).toBeNull();
  });

  test('show that work waits while each of them finds a task at once', async () => {
    const slots = new LaneSlots('urgent', budgetWith(3));
    expect(slots.seemBusy(performance.now())).toBe(false);
    const given = await taken(slots);
    for (const permit of given.slice(1)) slots.markSlotUsed({ permit });
    expect(slots.seemBusy(performance.now())).toBe(true);
    expect(slots.seemBusy(performance.now() + 600)).toBe(false);
    for (const permit of given) slots.markSlotUsed({ permit });
    expect(slots.seemBusy(performance.now() + 600)).toBe(true);
  });
});
