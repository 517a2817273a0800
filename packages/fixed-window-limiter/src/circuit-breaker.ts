import type { CallOutcome, Outage, Refused } from './admission';
import { tuning } from './tuning';

const { failuresToOpen, afterOwnFailure, spread, turnMs, ...pauses } = tuning.breaker;
const { firstPause, shortestPauseMs, longestPause, longestPauseMs } = pauses;

export interface BreakerSettings {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Random number in [0, 1), to spread waiting callers. */
  readonly random: () => number;
  /** Called when an outage begins and, with its length, when it ends. */
  readonly onOutage?: ((outage: Outage, lastedMs?: number) => void) | undefined;
}

/** The one request that tries the server during an outage. */
interface Probe {
  readonly permit: object;
  readonly sentMs: number;
}

/**
 * A circuit breaker: a few failures in a row open it. Then one request at a time tries the server, at growing
 * intervals counted from when the last attempt was sent. The first answer closes it.
 */
export class Breaker {
  private failuresInARow = 0;
  private open: { readonly kind: Outage; readonly sinceMs: number } | undefined;
  private probe: Probe | undefined;
  private pauseMs = 0;
  private nextProbeMs = 0;
  /** When the last turn given to a caller ends. */
  private turnsEndMs = 0;

  constructor(private readonly settings: BreakerSettings) {}

  /** The current outage and its length so far; `undefined` while the server answers. */
  get outage(): { readonly kind: Outage; readonly lastedMs: number } | undefined {
    return this.open && { kind: this.open.kind, lastedMs: this.settings.now() - this.open.sinceMs };
  }

  /** Milliseconds until a request may try the server; 0 while it answers. */
  get waitMs(): number {
    if (!this.open) return 0;
    const inMs = Math.max(0, this.nextProbeMs - this.settings.now());
    return this.probe ? Math.max(inMs, shortestPauseMs) : inMs;
  }

  /** Pause of a caller whose attempt failed, so that another tries first; `undefined` without an outage. */
  get afterFailureMs(): number | undefined {
    return this.open && Math.max(shortestPauseMs, this.waitMs) * afterOwnFailure;
  }

  /** Refuses a caller: in an outage callers return spread out and, where many wait, in turns. */
  refusal(waitMs = Math.max(shortestPauseMs, this.waitMs)): Refused {
    if (!this.open) return { admitted: false, waitMs };
    const nowMs = this.settings.now();
    const spreadMs = waitMs * (1 + spread * this.settings.random());
    const turnInMs = Math.max(0, this.turnsEndMs - nowMs);
    this.turnsEndMs = nowMs + turnInMs + turnMs;
    return { admitted: false, waitMs: Math.max(spreadMs, turnInMs), outage: this.open.kind };
  }

  sent(permit: object): void {
    if (!this.open) return;
    const sentMs = this.settings.now();
    this.probe = { permit, sentMs };
    this.nextProbeMs = sentMs + this.pauseMs;
  }

  /** Records a completed request. The window's length determines how costly attempts are. */
  completed(permit: object, { came, outage }: CallOutcome, windowMs: number): void {
    const probe = this.probe?.permit === permit ? this.probe : undefined;
    if (probe) this.probe = undefined;
    if (outage !== undefined) this.failed(outage, probe, longestPauseFor(windowMs));
    else if (came === 'reply') this.answered();
    else if (probe) this.nextProbeMs = this.settings.now();
  }

  private answered(): void {
    const { outage } = this;
    this.failuresInARow = 0;
    this.open = undefined;
    if (outage) this.settings.onOutage?.(outage.kind, outage.lastedMs);
  }

  private failed(kind: Outage, probe: Probe | undefined, longestMs: number): void {
    if (!this.open) {
      this.count(kind, longestMs);
      return;
    }
    this.open = { ...this.open, kind };
    if (!probe) return;
    this.pauseMs = Math.min(this.pauseMs * 2, longestMs);
    this.nextProbeMs = Math.max(this.settings.now(), probe.sentMs + this.pauseMs);
  }

  private count(kind: Outage, longestMs: number): void {
    this.failuresInARow += 1;
    if (this.failuresInARow < failuresToOpen) return;
    const nowMs = this.settings.now();
    this.open = { kind, sinceMs: nowMs };
    this.pauseMs = Math.max(shortestPauseMs, longestMs * firstPause);
    this.nextProbeMs = nowMs + this.pauseMs;
    this.settings.onOutage?.(kind);
  }
}

/** Caps the pause so that attempts at a server that is down cost the same share of any window. */
const longestPauseFor = (windowMs: number) =>
  Math.max(shortestPauseMs, Math.min(longestPauseMs, windowMs * longestPause));
