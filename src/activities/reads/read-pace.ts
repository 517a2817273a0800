import { readSpacingMs, thriftOf, type Allowance } from '../../domain/read-plan';
import type { RequestBudget } from '../../service/request-budget';

/** What reads are about: money under way goes before the rest, which is never left out. */
export type ReadKind = 'money' | 'rest';

/** Somebody who wants to read, known by identity from one attempt to the next. */
type Reader = object;

/** The reads of one kind that may be made now, and who was told to come later, in the order of their coming. */
interface Turnstile {
  /** With the instant at which each was told so last. */
  readonly waiting: Map<Reader, number>;
  ready: number;
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
const CREDIT = { least: 2, ofSpare: { money: 0, rest: 1 / 8 } };
/** A kind that read within this share of a window still wants some. */
const RECENT = 1 / 16;
/** Whoever waits comes back after this part of the time that those before it should take: they may take less. */
const EAGERNESS = 1 / 3;
/** Whoever waits is given up after so many windows. */
const LOST_AFTER = 1.5;
/** When nothing can be spared, look again after this share of a window: the reserve melts. */
const NOTHING_SPARED = 1 / 20;
/** Meanwhile a read becomes ready in this share of a window, for the beginning of the next one. */
const UNSPARED_SPACING = 1 / 3;

/**
 * Spreads reads over what the request budget can spare, so that none uses up what others need later. Whoever finds none
 * ready is told to come back when those before it will have had theirs, so that everybody is heard.
 */
export class ReadPace {
  private readonly turnstiles: Record<ReadKind, Turnstile>;

  constructor(
    private readonly budget: RequestBudget | undefined,
    private readonly rate: number,
    private readonly now: () => number,
  ) {
    const turnstile = (): Turnstile => ({
      waiting: new Map(),
      ready: Infinity,
      movedAtMs: now(),
      readAtMs: -Infinity,
    });
    this.turnstiles = { money: turnstile(), rest: turnstile() };
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
  slotInMs(kind: ReadKind, reader: Reader): number {
    const allowance = this.allowance();
    if (!allowance) return 0;
    const { limit, windowMs, endsInMs } = allowance;
    const { ready, waiting } = this.moved(kind, allowance);
    const isSpared = allowance.spare >= 1;
    if (isSpared && ready >= 1) return 0;
    const ahead = countBefore(reader, waiting) * EAGERNESS;
    const waitMs = isSpared
      ? (1 - ready + ahead) * this.spacingMs(kind, allowance)
      : Math.min(endsInMs, windowMs * NOTHING_SPARED) + (ahead * windowMs) / limit;
    return Math.max(1, Math.min(waitMs, windowMs));
  }

  /** Takes note of one who was told to come later. */
  sendAway(kind: ReadKind, reader: Reader): void {
    this.turnstiles[kind].waiting.set(reader, this.now());
  }

  /** Takes note of a read that is made now. */
  take(kind: ReadKind, reader: Reader): void {
    this.leave(kind, reader);
    this.turnstiles[kind].ready -= 1;
    this.turnstiles[kind].readAtMs = this.now();
  }

  /** Somebody does not wait any more. */
  leave(kind: ReadKind, reader: Reader): void {
    this.turnstiles[kind].waiting.delete(reader);
  }

  /** More reads are ready for the time that has passed. */
  private moved(kind: ReadKind, allowance: Allowance): Turnstile {
    this.forgetLost(allowance);
    const turnstile = this.turnstiles[kind];
    const passedMs = this.now() - turnstile.movedAtMs;
    const spacingMs = Math.min(this.spacingMs(kind, allowance), allowance.windowMs * UNSPARED_SPACING);
    const credit = Math.max(CREDIT.least, allowance.spare * CREDIT.ofSpare[kind]);
    turnstile.ready = Math.min(credit, turnstile.ready + passedMs / spacingMs);
    turnstile.movedAtMs = this.now();
    return turnstile;
  }

  /** Nobody waits longer than a window: who has not come back by then asks in another process, or not at all. */
  private forgetLost({ windowMs }: Allowance): void {
    for (const { waiting } of Object.values(this.turnstiles))
      for (const [reader, toldAtMs] of waiting)
        if (this.now() - toldAtMs > windowMs * LOST_AFTER) waiting.delete(reader);
  }

  private spacingMs(kind: ReadKind, allowance: Allowance): number {
    const wholeMs = readSpacingMs(allowance);
    const { readAtMs, waiting } = this.turnstiles[OTHER[kind]];
    const isShared = waiting.size > 0 || this.now() - readAtMs < allowance.windowMs * RECENT;
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

/** How many came before a reader; all of them when it is new. */
function countBefore(reader: Reader, waiting: ReadonlyMap<Reader, number>): number {
  let count = 0;
  for (const each of waiting.keys()) {
    if (each === reader) break;
    count += 1;
  }
  return count;
}
