import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from '@temporalio/worker';
import type { RequestBudget, Urgency } from '../service/request-budget';

/** What one lane needs of the budget. */
type Room = Pick<RequestBudget, 'roomFor' | 'waitMs'>;

/** One right to take a task from the queue. */
interface Slot extends SlotPermit {
  readonly givenMs: number;
  isUsed: boolean;
}

interface Waiting {
  readonly give: (slot: Slot) => void;
}

/**
 * The slots of both lanes, which look again whenever a request was settled, the urgent one first. The budget in turn
 * hears whether urgent work waits.
 */
export function laneSlots(budget: RequestBudget): Record<Urgency, LaneSlots> {
  const urgent = new LaneSlots('urgent', budget);
  const routine = new LaneSlots('routine', budget);
  const settled = () => {
    urgent.giveOut();
    routine.giveOut();
  };
  budget.heed({ urgentWaits: (nowMs) => urgent.seemBusy(nowMs), settled });
  return { urgent, routine };
}

/** At most so many calls of one lane are under way in one worker. */
const MOST_SLOTS = 50;
/** A slot that found no task for so long shows that none waits in the queue. */
const IDLE_AFTER_MS = 500;
/** No lane sleeps longer than this without looking again. */
const LONGEST_SLEEP_MS = 30_000;

/**
 * The slots of one lane: a task is taken from the queue only while the budget has room beyond the slots that the lane
 * holds already. What finds no room waits in the server's queue, in the order of its priority, and costs nothing. Lanes
 * are counted each for itself, since pollers hold slots while nothing is in their queue.
 */
export class LaneSlots implements CustomSlotSupplier<ActivitySlotInfo> {
  readonly type = 'custom';
  private readonly slots = new Set<Slot>();
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly urgency: Urgency,
    private readonly budget: Room,
  ) {}

  /** Resolves when there is room; rejects when the worker no longer asks. */
  reserveSlot(_: unknown, abandoned: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const waiting = { give: resolve };
      this.waiting.add(waiting);
      abandoned.addEventListener('abort', () => {
        this.waiting.delete(waiting);
        // The very same one: the worker knows it by identity.
        reject(abandoned.reason as Error);
      });
      this.giveOut();
    });
  }

  /** Tasks that skip the queue would skip the order by priority too. */
  tryReserveSlot(): null {
    return null;
  }

  markSlotUsed({ permit }: { permit: SlotPermit }): void {
    (permit as Slot).isUsed = true;
  }

  releaseSlot({ permit }: { permit: SlotPermit }): void {
    this.slots.delete(permit as Slot);
    this.giveOut();
  }

  /** Whether more tasks seem to wait in the queue: every slot finds one at once. */
  seemBusy(nowMs: number): boolean {
    const idle = [...this.slots].filter(({ isUsed }) => !isUsed);
    return this.slots.size > 0 && idle.every(({ givenMs }) => nowMs - givenMs < IDLE_AFTER_MS);
  }

  /** Gives a slot to whoever waits for one, as far as there is room, and looks again when there may be more. */
  giveOut(): void {
    for (const waiting of this.waiting) {
      if (!this.hasRoom()) break;
      this.waiting.delete(waiting);
      const slot: Slot = { givenMs: performance.now(), isUsed: false };
      this.slots.add(slot);
      waiting.give(slot);
    }
    clearTimeout(this.timer);
    if (this.waiting.size > 0) this.timer = this.later();
  }

  private hasRoom(): boolean {
    const room = Math.min(MOST_SLOTS, this.budget.roomFor(performance.now(), this.urgency));
    return this.slots.size < room;
  }

  private later(): NodeJS.Timeout {
    const waitMs = this.budget.waitMs(performance.now(), this.urgency);
    const look = () => {
      this.giveOut();
    };
    return setTimeout(look, Math.min(LONGEST_SLEEP_MS, waitMs > 0 ? waitMs : LONGEST_SLEEP_MS)).unref();
  }
}
