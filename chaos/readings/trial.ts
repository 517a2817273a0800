import type { Client } from '@temporalio/client';
import { createActivities, type Activities, type ActivityDependencies } from '../../src/activities';
import { MONEY_EVENTS } from '../../src/bank/contract/codes';
import type { DocumentStore } from '../../src/activities/documents/store';
import { RateLimiter } from 'fixed-window-limiter';
import { createSandbox, type Sandbox } from '../../sandbox/app';
import { Random } from '../../sandbox/random';
import type { ChosenReadings } from '../../sandbox/readings/readings';
import type { SandboxSettings } from '../../sandbox/settings';
import { furnish, useUpWindow } from './bank';
import { withIndexOf } from './comparison';
import { lenderAt, type Lender, type LenderSettings } from './lender';

/** What one trial tries: how its bank reads the interface, and what goes wrong. */
export interface Plan {
  /** The seed, and a part of every reference: by it an activity knows whose it is. */
  readonly tag: string;
  readonly readings: ChosenReadings;
  readonly faults?: SandboxSettings['faults'];
  /** Share of the calls whose worker dies when it has made them, before it tells the server. */
  readonly killedShare?: number;
  readonly settings?: LenderSettings;
  /** Whether one loan runs until it is repaid. */
  readonly withLoan: boolean;
  /** The last digits of the account that the second payout goes to: they choose what becomes of it. */
  readonly ending?: string;
  /** A defect planted into the activities, to show that it is found. */
  readonly defect?: (activities: Activities) => Partial<Activities>;
  /** What the workers of this trial have beyond the usual. */
  readonly hired?: (lender: Lender) => Partial<ActivityDependencies>;
  /** What the server hears of a call that was made, instead of its result. */
  readonly afterCall?: (activity: string) => Error | undefined;
}

/** What all trials share: a server and its time, and a store of documents. */
export interface Shared {
  readonly client: Client;
  readonly documents: DocumentStore;
  readonly time: { nowMs: number };
}

/** The rate limit of a trial whose readings are about it; it is off in the others. */
const LIMITED = { limit: 100, windowSeconds: 900 } as const;
const isAboutLimits = ({ rateLimitHeaders, burstLimit }: ChosenReadings) =>
  (rateLimitHeaders ?? burstLimit) !== undefined;

/** A bank of its own and a lender's activities, which can be lost with their memory and built anew. */
export class Trial {
  activities: Activities;
  /** The payouts and flushes that the server's index would list. */
  readonly paying = new Set<string>();
  /** Every workflow that has called an activity. */
  readonly workflowIds = new Set<string>();
  kills = 0;
  private readonly random: Random;

  private constructor(
    readonly plan: Plan,
    readonly sandbox: Sandbox,
    private readonly lender: Lender,
    private readonly shared: Shared,
  ) {
    this.random = new Random(`${plan.tag}:kills`);
    this.activities = this.hire();
  }

  static async start(plan: Plan, shared: Shared): Promise<Trial> {
    const now = () => shared.time.nowMs;
    const { tag: seed, readings, faults = [], settings } = plan;
    const limits = isAboutLimits(readings) ? LIMITED : { limit: 0 };
    const bank = { seed, readings, faults, ...limits };
    const sandbox = await createSandbox(bank, { realNow: now, monotonicNow: now });
    const policy = { limit: limits.limit || Infinity, windowMs: LIMITED.windowSeconds * 1_000 };
    if (plan.withLoan) furnish(sandbox);
    if (isAboutLimits(readings)) useUpWindow(sandbox, LIMITED.limit);
    const lender = await lenderAt(sandbox, new RateLimiter({ policy, now }), settings);
    return new Trial(plan, sandbox, lender, shared);
  }

  /** Whether the worker dies now: what it did stays, what it knew is lost. */
  isKilled(): boolean {
    if (this.random.fraction() >= (this.plan.killedShare ?? 0)) return false;
    this.kills += 1;
    this.hireAnew();
    return true;
  }

  /** Other workers go on: what the ones before knew is lost. */
  hireAnew(): void {
    this.activities = this.hire();
  }

  /** Whether a workflow is this trial's: by the tag in its id, by a loan of its bank, or by an event of its bank. */
  owns(workflowId: string): boolean {
    const { loans, events } = this.sandbox.state;
    if (/\bT\d+\b/.exec(workflowId)?.[0] === this.plan.tag) return true;
    if (loans.get(workflowId.replace(/^repayment:/, ''))) return true;
    const [, uniqueRef] = /^event:[^:]+:(.*?)(?:_REVERSED)?$/.exec(workflowId) ?? [];
    return MONEY_EVENTS.some((kind) => events.get(`${kind}:${uniqueRef}`) !== undefined);
  }

  /** Whether its days are compared: a limit would keep the comparison waiting in real time. */
  get isCompared(): boolean {
    return this.plan.withLoan && !isAboutLimits(this.plan.readings);
  }

  async close(): Promise<void> {
    await this.lender.bank.close();
    await this.sandbox.close();
  }

  private hire(): Activities {
    const { documents, time } = this.shared;
    const client = withIndexOf(this.shared.client, this.paying);
    // The server skips no time while an activity is open.
    const openPolls = { longestMs: 0, most: 0 };
    const now = () => time.nowMs;
    const activities = createActivities({
      ...this.lender,
      client,
      documents,
      now,
      openPolls,
      authority: { mode: 'open' },
      ...this.plan.hired?.(this.lender),
    });
    return { ...activities, ...this.plan.defect?.(activities) };
  }
}
