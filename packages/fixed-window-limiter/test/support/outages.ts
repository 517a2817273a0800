import { Breaker } from '../../src/circuit-breaker';
import { EventQueue } from '../simulation/event-queue';
import { randomFrom } from './random';

const WINDOW_MS = 900_000;
const ANSWERS_AFTER_MS = 100;

/** Callers who all want the server while it is down; times in milliseconds. */
export interface Outage {
  readonly callers: number;
  readonly downFromMs: number;
  readonly downForMs: number;
  /** After so long a call of the server that is down fails. */
  readonly failsAfterMs: number;
  readonly seed: number;
}

/** Whether a call that is sent at an instant fails. */
export const serverThatIsDown =
  ({ downFromMs, downForMs }: Outage) =>
  (sentMs: number): boolean =>
    sentMs >= downFromMs && sentMs < downFromMs + downForMs;

/** Lets callers work against a breaker in simulated time, each coming back when it is told to, until one gets through. */
export function callersOf(
  { callers, downFromMs, downForMs, failsAfterMs, seed }: Outage,
  fails: (sentMs: number) => boolean,
) {
  const events = new EventQueue();
  const random = randomFrom(seed);
  const breaker = new Breaker({ now: () => events.nowMs, random });
  const seen = { attempts: 0, refused: 0, mostAtOnce: 0, firstAnswerMs: Infinity };
  let [probing, isOver] = [0, false];
  const call = (sentMs: number): void => {
    if (isOver) return;
    if (breaker.waitMs > 0) {
      seen.refused += 1;
      events.add(sentMs + breaker.refusal(breaker.waitMs).waitMs, call);
      return;
    }
    const isProbe = breaker.outage !== undefined;
    const permit = {};
    breaker.sent(permit);
    if (fails(sentMs)) seen.attempts += 1;
    if (isProbe) seen.mostAtOnce = Math.max(seen.mostAtOnce, (probing += 1));
    events.add(sentMs + (fails(sentMs) ? failsAfterMs : ANSWERS_AFTER_MS), (nowMs) => {
      if (isProbe) probing -= 1;
      complete(permit, sentMs, nowMs);
    });
  };
  const complete = (permit: object, sentMs: number, nowMs: number) => {
    if (fails(sentMs)) {
      breaker.completed(permit, { came: 'no reply', outage: 'no answer' }, WINDOW_MS);
      events.add(nowMs + (breaker.afterFailureMs ?? 1_000), call);
      return;
    }
    breaker.completed(permit, { came: 'reply', refused: false, notice: { policies: [] } }, WINDOW_MS);
    if (sentMs < downFromMs + downForMs) events.add(nowMs + 5_000 * random(), call);
    else {
      seen.firstAnswerMs = Math.min(seen.firstAnswerMs, nowMs);
      isOver = true;
    }
  };
  for (let caller = 0; caller < callers; caller++) events.add(5_000 * random(), call);
  events.runUntil(downFromMs + downForMs + 120_000);
  return seen;
}
