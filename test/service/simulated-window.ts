import { RequestBudget, type Permit, type Settlement } from '../../src/service/request-budget';

export interface World {
  readonly seed: number;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly meanGapMs: number;
  readonly slowestMs: number;
  readonly lostShare: number;
  readonly header: 'always' | 'sometimes' | 'never';
  readonly rounding: 'up' | 'down';
  /** Forgets everything, and what is under way, after so many requests. */
  readonly restartAfter?: number;
}

/** The service's side: a window opened by the first request after the last one ended, counting refused ones too. */
class FixedWindow {
  private endMs = -Infinity;
  private count = 0;

  constructor(private readonly world: World) {}

  take(nowMs: number) {
    if (nowMs >= this.endMs) {
      this.endMs = nowMs + this.world.windowSeconds * 1000;
      this.count = 0;
    }
    this.count += 1;
    const round = this.world.rounding === 'up' ? Math.ceil : Math.floor;
    const resetMs = round((this.endMs - nowMs) / 1000) * 1000;
    return {
      refused: this.count > this.world.limit,
      remaining: Math.max(0, this.world.limit - this.count),
      resetMs,
    };
  }
}

type Event = { readonly atMs: number; readonly run: (nowMs: number) => void };

/** Runs callers against the budget and a fixed window, and tells how many were refused, wait, or were cut off. */
export function simulate(world: World, requests: number) {
  const random = randomFrom(world.seed);
  const service = new FixedWindow(world);
  const newBudget = () =>
    new RequestBudget({ limit: world.limit, windowMs: world.windowSeconds * 1000 }, random);
  const events: Event[] = [];
  let budget = newBudget();
  let sent = 0;
  let refused = 0;
  let waiting = requests;
  let underWay = 0;
  let cutOff = 0;

  const at = (atMs: number, run: Event['run']) => events.push({ atMs, run });
  const settle = (owner: RequestBudget, permit: Permit, settlement: Settlement) => (nowMs: number) => {
    owner.settle(permit, nowMs, settlement);
  };

  const attempt = (nowMs: number) => {
    const admission = budget.admit(nowMs);
    if (!admission.admitted) return at(nowMs + Math.max(1, admission.waitMs), attempt);
    const owner = budget;
    at(nowMs + random() * world.slowestMs, (arrivalMs) => arrive(owner, admission.permit, arrivalMs));
    underWay += 1;
    if (++sent !== world.restartAfter) return;
    budget = newBudget();
    cutOff = underWay;
  };

  const arrive = (owner: RequestBudget, permit: Permit, nowMs: number) => {
    const { refused: isRefused, ...notice } = service.take(nowMs);
    const backMs = nowMs + random() * world.slowestMs;
    underWay -= 1;
    if (isRefused) refused += 1;
    else waiting -= 1;
    if (isRefused) at(backMs + 1, attempt);
    if (random() < world.lostShare) return at(backMs, settle(owner, permit, { came: 'no reply' }));
    const shown = world.header === 'always' || (world.header === 'sometimes' && random() < 0.5);
    at(
      backMs,
      settle(owner, permit, { came: 'reply', refused: isRefused, notice: { quotas: shown ? [notice] : [] } }),
    );
  };

  let startMs = random() * 1e6;
  for (let index = 0; index < requests; index++) at((startMs += random() * 2 * world.meanGapMs), attempt);
  const giveUpMs = startMs + requests * (world.windowSeconds * 1000 + 10 * world.slowestMs);
  while (events.length > 0) {
    const next = earliest(events);
    if (next.atMs > giveUpMs) break;
    next.run(next.atMs);
  }
  return { refused, waiting, cutOff };
}

function earliest(events: Event[]): Event {
  let index = 0;
  events.forEach((event, candidate) => {
    if (event.atMs < (events[index]?.atMs ?? Infinity)) index = candidate;
  });
  const [event] = events.splice(index, 1);
  return event as Event;
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
