import { ApplicationFailure } from '@temporalio/common';
import { createPolls, type Polls } from '../../../src/activities/polls';
import { createOutlooks } from '../../../src/activities/reads/outlooks';
import { cadences, type CadenceName } from '../../../src/domain/cadence';
import { REAL_TIME, type Clock } from '../../../src/domain/clock';
import { attempt } from '../fake-service';
import { ACCOUNT, VirtualService } from './virtual-service';

interface Event {
  readonly atMs: number;
  readonly run: () => Promise<void>;
}

/** Workers and people in virtual time: the real polls, attempted again when they ask for it, as Temporal would. */
export class Simulation {
  readonly service: VirtualService;
  readonly confirmedAfterMs: number[] = [];
  readonly submittedAfterMs: number[] = [];
  readonly decisionsHeardAfterMs: number[] = [];
  private readonly events: Event[] = [];
  private readonly polls: Polls;
  /** One for all attempts, which run one after the other. */
  private readonly activity = attempt({ taskQueue: 'service-watch' });
  private unsent = 0;

  constructor(
    seed: number,
    private readonly clock: Clock = REAL_TIME,
    policy: { limit?: number; windowMs?: number } = {},
  ) {
    this.service = new VirtualService(seed, policy.limit, policy.windowMs);
    this.service.budget.heed({ urgentWaits: () => this.unsent > 0, settled: () => undefined });
    this.polls = createPolls(
      createOutlooks(this.service.client, {
        clock,
        budget: this.service.budget,
        now: () => this.service.nowMs,
      }),
    );
  }

  get callsPerPayout(): number {
    return this.service.callsInAll / this.submittedAfterMs.length;
  }

  /** Payouts at random instants, so many an hour of business time. */
  payouts(perHour: number, hours: number): this {
    const meanGapMs = 3_600_000 / perHour / this.clock.rate;
    const untilMs = (hours * 3_600_000) / this.clock.rate;
    let number = 0;
    for (let atMs = 0; atMs < untilMs; atMs -= meanGapMs * Math.log(1 - this.service.random()))
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
      const decidedAtMs = (1 + this.service.random() * hours) * 3_600_000;
      this.at((number / count) * 3_600_000, () => {
        this.service.apply({ applicationId, decidedAtMs });
        const heard = () => this.heardOf(decidedAtMs);
        return this.watch('awaitLoanDecision', 'decision', { applicationId }, heard);
      });
    }
    return this;
  }

  /** So many customers whose KYC nobody can list, decided at a random instant of so many hours. */
  customers(count: number, hours: number): this {
    for (let number = 0; number < count; number++) {
      const customerId = `C-${number}`;
      const decidedAtMs = this.service.random() * hours * 3_600_000;
      this.service.verify(customerId, decidedAtMs);
      this.at(0, () =>
        this.watch('awaitKycDecision', 'kyc', { customerId }, () => this.heardOf(decidedAtMs)),
      );
    }
    return this;
  }

  async run(): Promise<this> {
    for (let event = this.next(); event; event = this.next()) {
      this.service.nowMs = Math.max(this.service.nowMs, event.atMs);
      await event.run();
    }
    return this;
  }

  private async send(reference: string, readyAtMs: number): Promise<void> {
    const { service, clock } = this;
    const settlesAtMs = service.nowMs + (20_000 / clock.rate) * Math.exp(0.5 * this.normal());
    const waitMs = service.send({ reference, amountKobo: 250_000, settlesAtMs });
    if (waitMs > 0) {
      this.at(service.nowMs + waitMs, () => this.send(reference, readyAtMs));
      return;
    }
    this.unsent -= 1;
    this.submittedAfterMs.push(service.nowMs - readyAtMs);
    const sent = { reference, amountKobo: 250_000, sourceAccountNumber: ACCOUNT };
    await this.watch('awaitPayoutOutcome', 'payout', sent, () =>
      this.confirmedAfterMs.push(service.nowMs - readyAtMs),
    );
  }

  private async watch(
    poll: keyof Polls,
    cadence: CadenceName,
    input: object,
    ended: () => unknown,
    scheduledTimestampMs = this.service.nowMs,
    number = 1,
  ): Promise<void> {
    const pace = { cadence: cadences[cadence], clock: this.clock, askNow: false };
    const times = { scheduledTimestampMs, currentAttemptScheduledTimestampMs: this.service.nowMs };
    Object.assign(this.activity.context.info, { ...times, attempt: number });
    const { [poll]: run } = this.polls as unknown as Record<string, (given: object) => Promise<unknown>>;
    if (!run) throw new Error(`no poll ${poll}`);
    try {
      await this.activity.run(run, { ...input, pace });
      ended();
    } catch (error) {
      if (!(error instanceof ApplicationFailure) || error.nextRetryDelay === undefined) throw error;
      const delayMs = Math.max(1, Number(error.nextRetryDelay));
      this.at(this.service.nowMs + delayMs, () =>
        this.watch(poll, cadence, input, ended, scheduledTimestampMs, number + 1),
      );
    }
  }

  private heardOf(decidedAtMs: number): void {
    this.decisionsHeardAfterMs.push(this.service.nowMs - decidedAtMs);
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

  /** The earliest; of several at once, the one that came first. */
  private next(): Event | undefined {
    return this.events.pop();
  }

  private normal(): number {
    const { random } = this.service;
    return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }
}

/** The value that so large a share of all stays below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
