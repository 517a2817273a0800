import { setMaxListeners } from 'node:events';
import { ApplicationFailure } from '@temporalio/common';
import { createPolls, type Polls } from '../../../src/activities/polling/awaited-statuses';
import { readStatuses } from '../../../src/activities/polling/status-sources';
import { cadences, type CadenceName } from '../../../src/domain/time/cadence';
import { REAL_TIME, type Clock } from '../../../src/domain/time/clock';
import { attempt } from '../fake-bank';
import { ACCOUNT, VirtualBank } from './virtual-bank';

interface Event {
  readonly atMs: number;
  readonly run: () => unknown;
}

/** Workers and people in virtual time: the real polls, attempted again when they ask for it, as Temporal would. */
export class Simulation {
  readonly bank: VirtualBank;
  readonly confirmedAfterMs: number[] = [];
  readonly confirmedAfterSettlingMs: number[] = [];
  readonly submittedAfterMs: number[] = [];
  readonly decisionsReportedAfterMs: number[] = [];
  private readonly events: Event[] = [];
  private readonly polls: Polls;
  /** One for all attempts, which run one after the other. */
  private readonly activity = attempt({ taskQueue: 'bank-watch' });
  private unsent = 0;
  private failed: Error | undefined;

  constructor(
    seed: number,
    private readonly clock: Clock = REAL_TIME,
    policy: { limit?: number; windowMs?: number } = {},
    /** Milliseconds between a send and its poll, which is a task of its own that a busy worker takes late. */
    private readonly pollBeginsAfterMs = 0,
  ) {
    setMaxListeners(0, this.activity.context.cancellationSignal);
    this.bank = new VirtualBank(seed, policy.limit, policy.windowMs);
    this.bank.limiter.attach({ urgentWaits: () => this.unsent > 0, roomChanged: () => undefined });
    this.polls = createPolls(
      readStatuses(this.bank.client, {
        clock,
        limiter: this.bank.limiter,
        timing: { now: () => this.bank.nowMs, after: (delayMs, act) => this.after(delayMs, act) },
      }),
    );
  }

  get callsPerPayout(): number {
    return this.bank.callsInAll / this.submittedAfterMs.length;
  }

  /** Payouts at random instants, so many an hour of business time. */
  payouts(perHour: number, hours: number): this {
    const meanGapMs = 3_600_000 / perHour / this.clock.rate;
    const untilMs = (hours * 3_600_000) / this.clock.rate;
    let number = 0;
    for (let atMs = 0; atMs < untilMs; atMs -= meanGapMs * Math.log(1 - this.bank.random()))
      this.payoutAt(atMs, `P-${++number}`);
    return this;
  }

  payoutAt(atMs: number, reference: string): this {
    this.at(atMs, async () => {
      this.unsent += 1;
      await this.send(reference, atMs);
    });
    return this;
  }

  /** So many applications, handed in over an hour, decided at a random instant of the hours after it. */
  applications(count: number, hours: number): this {
    for (let number = 0; number < count; number++) {
      const applicationId = `A-${number}`;
      const decidedAtMs = (1 + this.bank.random() * hours) * 3_600_000;
      this.at((number / count) * 3_600_000, () => {
        this.bank.apply({ applicationId, decidedAtMs });
        const onReport = () => this.reported(decidedAtMs);
        this.watch('awaitLoanDecision', 'decision', { applicationId }, onReport);
      });
    }
    return this;
  }

  /** So many customers whose KYC no list shows, decided at a random instant of so many hours. */
  customers(count: number, hours: number): this {
    for (let number = 0; number < count; number++) {
      const customerId = `C-${number}`;
      const decidedAtMs = this.bank.random() * hours * 3_600_000;
      this.bank.verify(customerId, decidedAtMs);
      this.at(0, () =>
        this.watch('awaitKycDecision', 'kyc', { customerId }, () => this.reported(decidedAtMs)),
      );
    }
    return this;
  }

  async run(): Promise<this> {
    for (let event = this.next(); event; event = this.next()) {
      this.bank.nowMs = Math.max(this.bank.nowMs, event.atMs);
      await event.run();
      await pendingCallbacks();
      if (this.failed !== undefined) throw this.failed;
    }
    return this;
  }

  private async send(reference: string, readyAtMs: number): Promise<void> {
    const { bank, clock } = this;
    const settlesAtMs = bank.nowMs + (20_000 / clock.rate) * Math.exp(0.5 * this.normal());
    const waitMs = bank.send({ reference, amountKobo: 250_000, settlesAtMs });
    if (waitMs > 0) {
      this.at(bank.nowMs + waitMs, () => this.send(reference, readyAtMs));
      return;
    }
    this.unsent -= 1;
    this.submittedAfterMs.push(bank.nowMs - readyAtMs);
    const sent = { reference, amountKobo: 250_000, sourceAccountNumber: ACCOUNT };
    const confirmed = () => {
      this.confirmedAfterMs.push(bank.nowMs - readyAtMs);
      this.confirmedAfterSettlingMs.push(bank.nowMs - settlesAtMs);
    };
    this.at(bank.nowMs + this.pollBeginsAfterMs, () =>
      this.watch('awaitPayoutOutcome', 'payout', sent, confirmed),
    );
  }

  /** A timer in virtual time, and how to stop it. */
  private after(delayMs: number, act: () => void): () => void {
    let isStopped = false;
    this.at(this.bank.nowMs + delayMs, () => {
      if (!isStopped) act();
    });
    return () => {
      isStopped = true;
    };
  }

  private watch(
    poll: keyof Polls,
    cadence: CadenceName,
    input: object,
    ended: () => unknown,
    scheduledTimestampMs = this.bank.nowMs,
    number = 1,
  ): void {
    const pace = { cadence: cadences[cadence], clock: this.clock, trigger: 'schedule' };
    const times = { scheduledTimestampMs, currentAttemptScheduledTimestampMs: this.bank.nowMs };
    Object.assign(this.activity.context.info, { ...times, attempt: number });
    const { [poll]: run } = this.polls as unknown as Record<string, (given: object) => Promise<unknown>>;
    if (!run) throw new Error(`no poll ${poll}`);
    const again = (error: unknown) => {
      if (!(error instanceof ApplicationFailure) || error.nextRetryDelay === undefined)
        this.failed = error as Error;
      else
        this.at(this.bank.nowMs + Math.max(1, Number(error.nextRetryDelay)), () => {
          this.watch(poll, cadence, input, ended, scheduledTimestampMs, number + 1);
        });
    };
    void this.activity.run(run, { ...input, pace }).then(ended, again);
  }

  private reported(decidedAtMs: number): void {
    this.decisionsReportedAfterMs.push(this.bank.nowMs - decidedAtMs);
  }

  private at(atMs: number, run: Event['run']): void {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle] as Event).atMs > atMs) low = middle + 1;
      else high = middle;
    }
    this.events.splice(low, 0, { atMs, run });
  }

  /** The earliest; of several at once, the first that came. */
  private next(): Event | undefined {
    return this.events.pop();
  }

  private normal(): number {
    const { random } = this.bank;
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
}

/** Lets everything go on that waits for nothing but its turn. */
const pendingCallbacks = () => new Promise((resolve) => setImmediate(resolve));

/** The value that so large a share of all stays below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
