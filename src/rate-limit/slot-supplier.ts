import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from '@temporalio/worker';
import type { RateLimiter, Urgency } from './rate-limiter';
import { tuning } from './tuning';

const { most, idleAfterMs, longestSleepMs } = tuning.slots;

/** What one task queue needs of the limiter. */
type Room = Pick<RateLimiter, 'slotsFor' | 'waitMs'>;

/** One right to take a task from the queue. */
interface Slot extends SlotPermit {
  readonly grantedMs: number;
  isUsed: boolean;
}

interface Waiting {
  readonly grant: (slot: Slot) => void;
}

/**
 * The slots of the task queues that call the bank, which look again whenever a request is complete, the urgent queue
 * first. The limiter in turn hears whether urgent work waits.
 */
export function slotSuppliers(limiter: RateLimiter, now?: () => number): Record<Urgency, QueueSlotSupplier> {
  const urgent = new QueueSlotSupplier('urgent', limiter, now);
  const routine = new QueueSlotSupplier('routine', limiter, now);
  const roomChanged = () => {
    urgent.grantSlots();
    routine.grantSlots();
  };
  limiter.attach({ urgentWaits: (nowMs) => urgent.isQueueBusy(nowMs), roomChanged });
  return { urgent, routine };
}

/**
 * The slots of one task queue: a task is taken only while the limiter has room beyond the slots that the queue holds
 * already. What finds no room waits in the server's queue, in the order of its priority, and costs nothing. Queues are
 * counted each for itself, since pollers hold slots while nothing is in their queue.
 */
export class QueueSlotSupplier implements CustomSlotSupplier<ActivitySlotInfo> {
  readonly type = 'custom';
  private readonly slots = new Set<Slot>();
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly urgency: Urgency,
    private readonly limiter: Room,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Resolves when there is room; rejects when the worker no longer asks. */
  reserveSlot(_: unknown, abandoned: AbortSignal): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const waiting = { grant: resolve };
      this.waiting.add(waiting);
      abandoned.addEventListener('abort', () => {
        this.waiting.delete(waiting);
        // The very same one: the worker knows it by identity.
        reject(abandoned.reason as Error);
      });
      this.grantSlots();
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
    this.grantSlots();
  }

  /** Whether more tasks seem to wait in the queue: every slot finds one at once. */
  isQueueBusy(nowMs: number): boolean {
    const idle = [...this.slots].filter(({ isUsed }) => !isUsed);
    return this.slots.size > 0 && idle.every(({ grantedMs }) => nowMs - grantedMs < idleAfterMs);
  }

  /** Grants the slots that the worker asked for, as far as there is room, and looks again when there may be more. */
  grantSlots(): void {
    for (const waiting of this.waiting) {
      if (!this.hasRoom()) break;
      this.waiting.delete(waiting);
      const slot: Slot = { grantedMs: this.now(), isUsed: false };
      this.slots.add(slot);
      waiting.grant(slot);
    }
    clearTimeout(this.timer);
    if (this.waiting.size > 0) this.timer = this.later();
  }

  private hasRoom(): boolean {
    return this.slots.size < Math.min(most, this.limiter.slotsFor(this.urgency));
  }

  private later(): NodeJS.Timeout {
    const waitMs = this.limiter.waitMs(this.urgency);
    const look = () => {
      this.grantSlots();
    };
    return setTimeout(look, Math.min(longestSleepMs, waitMs > 0 ? waitMs : longestSleepMs)).unref();
  }
}
