import { readSpacingMs, thriftOf, type Allowance } from '../../domain/read-plan';
import type { RequestBudget } from '../../service/request-budget';

/** What reads are about: money under way goes before the rest, which is never left out. */
export type ReadKind = 'money' | 'rest';

/** The place of one who waits for a read; kept from one attempt to the next. */
export interface Slot {
  /** How often the answer was "later" since the last read. */
  refusals: number;
}

/** The reads of one kind that may be made now, and how many wait for one. */
interface Turnstile {
  ready: number;
  waiting: number;
  movedAtMs: number;
  readAtMs: number;
}

/** How much of what can be spared each kind gets while both want some. */
const SHARE: Record<ReadKind, number> = { money: 2 / 3, rest: 1 / 3 };
const OTHER: Record<ReadKind, ReadKind> = { money: 'rest', rest: 'money' };
/**
 * How many reads may follow each other without a distance when none were made for a while: a share of what can be
 * spared, or two. Those about money come steadily, and what they use up early they lack late.
 */
const CREDIT = { least: 2, ofSpare: { money: 0, rest: 1 / 3 } };
/** A kind that read within this share of a window still wants some. */
const RECENT = 1 / 4;
/** When nothing can be spared, look again after this share of a window: the reserve melts. */
const NOTHING_SPARED = 1 / 20;

/**
 * Spreads reads over what the request budget can spare, so that none uses up what others need later. The more wait, the
 * later each is told to come back; who was sent away before comes back sooner, so that everybody is heard.
 */
export class ReadPace {
  private readonly turnstiles: Record<ReadKind, Turnstile>;

  constructor(
    private readonly budget: RequestBudget | undefined,
    private readonly rate: number,
    private readonly now: () => number,
  ) {
    const turnstile = { ready: Infinity, waiting: 0, movedAtMs: now(), readAtMs: -Infinity };
    this.turnstiles = { money: { ...turnstile }, rest: { ...turnstile } };
  }

  /** How sparing to be, from 1 towards 0. */
  get thrift(): number {
    return this.budget ? thriftOf(this.budget.standing(this.now()), this.rate) : 1;
  }

  /** Whether the budget would let a read through now. */
  get hasRoom(): boolean {
    return !this.budget || this.budget.roomFor(this.now(), 'routine') > 0;
  }

  /** Milliseconds until it is worth asking again; 0 when a read may be made now. */
  slotInMs(kind: ReadKind, { refusals }: Slot): number {
    const allowance = this.allowance();
    if (!allowance) return 0;
    const { endsInMs, windowMs } = allowance;
    const { ready, waiting } = this.moved(kind, allowance);
    if (allowance.spare < 1) return Math.max(1, Math.min(endsInMs, windowMs * NOTHING_SPARED));
    if (ready >= 1) return 0;
    const others = refusals > 0 ? waiting - 1 : waiting;
    const waitMs = (1 - ready + others / 2 ** refusals) * this.spacingMs(kind, allowance);
    return Math.max(1, Math.min(waitMs, windowMs));
  }

  /** Takes note of one who was told to come later. */
  sendAway(kind: ReadKind, slot: Slot): void {
    if (slot.refusals === 0) this.turnstiles[kind].waiting += 1;
    slot.refusals += 1;
  }

  /** Takes note of a read that is made now. */
  take(kind: ReadKind, slot: Slot): void {
    this.leave(kind, slot);
    this.turnstiles[kind].ready -= 1;
    this.turnstiles[kind].readAtMs = this.now();
  }

  /** Somebody does not wait any more. */
  leave(kind: ReadKind, slot: Slot): void {
    if (slot.refusals > 0) this.turnstiles[kind].waiting -= 1;
    slot.refusals = 0;
  }

  /** More reads are ready for the time that has passed. */
  private moved(kind: ReadKind, allowance: Allowance): Turnstile {
    const turnstile = this.turnstiles[kind];
    const passedMs = this.now() - turnstile.movedAtMs;
    const credit = Math.max(CREDIT.least, allowance.spare * CREDIT.ofSpare[kind]);
    turnstile.ready = Math.min(credit, turnstile.ready + passedMs / this.spacingMs(kind, allowance));
    turnstile.movedAtMs = this.now();
    return turnstile;
  }

  private spacingMs(kind: ReadKind, allowance: Allowance): number {
    const wholeMs = readSpacingMs(allowance);
    const { readAtMs, waiting } = this.turnstiles[OTHER[kind]];
    const isShared = waiting > 0 || this.now() - readAtMs < allowance.windowMs * RECENT;
    return isShared ? wholeMs / SHARE[kind] : wholeMs;
  }

  private allowance(): Allowance | undefined {
    if (!this.budget) return undefined;
    const { limit, windowMs, remaining, reserve, endsInMs } = this.budget.standing(this.now());
    if (limit === Infinity) return undefined;
    // What urgent work needs is a guess: reads stay away from it by about as much as it varies.
    const spare = Math.max(
      remaining - reserve - Math.sqrt(reserve),
      this.budget.roomFor(this.now(), 'routine'),
    );
    return { limit, windowMs, endsInMs, spare };
  }
}
