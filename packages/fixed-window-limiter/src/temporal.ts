import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit, WorkerTuner } from '@temporalio/worker';
import type { Urgency } from './priority-reservation';
import type { RateLimiter } from './rate-limiter';
import { tuning } from './tuning';

const { most, idleAfterMs, longestSleepMs } = tuning.slots;

/** The part of the limiter that a task queue needs. */
type Room = Pick<RateLimiter, 'slotsFor' | 'waitMs'>;

/** The right to take one task from the queue. */
interface Slot extends SlotPermit {
  readonly grantedMs: number;
  isUsed: boolean;
}

interface Waiting {
  readonly grant: (slot: Slot) => void;
}

/**
 * The slots of the task queues that call the server. Both queues look for room whenever a request completes,
 * the urgent one first, and the limiter learns from them whether urgent work waits.
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

/** The tuner of a worker of activities alone: it takes activity slots from the supplier; other kinds are not used. */
export function tunerFor(activityTaskSlotSupplier: QueueSlotSupplier): WorkerTuner {
  const unused = { type: 'fixed-size', numSlots: 2 } as const;
  return {
    activityTaskSlotSupplier,
    workflowTaskSlotSupplier: unused,
    localActivityTaskSlotSupplier: unused,
    nexusTaskSlotSupplier: unused,
  };
}

/**
 * The slots of one task queue. It takes a task only while the limiter has room beyond the slots it already
 * holds; other tasks wait in the server's queue in the order of their priority, at no cost. Each queue counts
 * only its own slots, since pollers hold slots even while their queue is empty.
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
        // Must be the same object: the worker compares identities.
        reject(abandoned.reason as Error);
      });
      this.grantSlots();
    });
  }

  /** Always `null`: tasks that skip the queue would also skip the order by priority. */
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

  /** Whether more tasks seem to wait in the queue: every slot is filled at once. */
  isQueueBusy(nowMs: number): boolean {
    const idle = [...this.slots].filter(({ isUsed }) => !isUsed);
    return this.slots.size > 0 && idle.every(({ grantedMs }) => nowMs - grantedMs < idleAfterMs);
  }

  /** Grants the requested slots while there is room, and looks again when there may be more. */
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
