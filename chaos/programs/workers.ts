import { ApplicationFailure } from '@temporalio/common';
import type { ActivityDependencies } from '../../src/activities';
import { operationNamed, operationNames } from '../../src/bank/contract';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../src/domain/payout/policy';
import type { Records } from '../../src/records/records';
import type { BankClient } from '../../src/bank/client';
import { lagosDayOf } from '../../src/domain/time/lagos-days';
import { NoReplyError } from '../../src/bank/exchange';
import type { AuditEntry } from '../../src/domain/case/audit';
import type { MoneyEffect } from '../../src/records/effects/effect';
import type { MoneyEffects } from '../../src/records/effects/money-effects';
import type { Lender } from '../readings/lender';
import type { Asked, Written } from './evidence';
import { lostWith } from '../readings/skipped-time';
import type { Program } from './program';

type Loss = 'killed' | 'failedByOther';

/** What they have of their world. */
interface Parts {
  readonly tag: string;
  readonly records: Records | undefined;
  readonly nowMs: () => number;
}

const WRITES = new Set<string>([
  'chargeInstalment',
  ...operationNames.filter((name) => operationNamed(name).method !== 'GET'),
]);

/** The machines of a world: which policy its workers have, whether their database is there, whose results get lost. */
export class Workers {
  isDatabaseAway = false;
  /** Every send that the bank was asked for. */
  readonly asked: Asked[] = [];
  private readonly entries: AuditEntry[] = [];
  private readonly admitted: string[] = [];
  private policy: PayoutPolicy;
  private losses: Loss[] = [];

  constructor(
    { approvals, perAccountKobo }: Program['policy'],
    private readonly world: Parts,
  ) {
    this.policy = withApprovals({ ...USUAL_PAYOUT_POLICY, dailyLimits: { perAccountKobo } }, approvals);
  }

  /** What every worker of this world has. */
  hired({ bank }: Lender): Partial<ActivityDependencies> {
    return {
      payoutPolicy: this.policy,
      records: this.world.records && this.reached(this.world.records),
      bank: this.overheard(bank),
    };
  }

  /** What they have written down; `undefined` if they have no records. */
  get written(): Written | undefined {
    return this.world.records && { entries: this.entries, admitted: this.admitted };
  }

  /** The next workers ask for so many approvals. */
  beStricter(approvals: number): void {
    this.policy = withApprovals(this.policy, approvals);
  }

  /** The results of the next writes are lost. */
  lose(results: number, how: Loss): void {
    this.losses = Array.from({ length: results }, () => how);
  }

  /** What the server hears instead of the result of a call that was made; `anew` hires other workers. */
  insteadOf(activity: string, anew: () => void): Error | undefined {
    if (!WRITES.has(activity)) return undefined;
    const loss = this.losses.shift();
    if (loss === 'failedByOther')
      return ApplicationFailure.create({
        type: 'Forged',
        message: 'said by somebody without a key',
        nextRetryDelay: '1 second',
      });
    if (loss === 'killed') {
      anew();
      return lostWith(activity);
    }
    return undefined;
  }

  /** The bank's client; whoever sends by it is overheard. */
  private overheard(bank: BankClient): BankClient {
    const asking =
      <I extends { readonly reference?: string | undefined }, A extends unknown[], R>(
        operation: Asked['operation'],
        ask: (input: I, ...given: A) => Promise<R>,
      ) =>
      async (input: I, ...given: A): Promise<R> => {
        const asked: Asked = {
          operation,
          reference: input.reference ?? '',
          atMs: this.world.nowMs(),
          answer: 'none',
        };
        this.asked.push(asked);
        try {
          const reply = await ask(input, ...given);
          asked.answer = 'taken';
          return reply;
        } catch (error) {
          asked.answer = error instanceof NoReplyError ? 'none' : 'other';
          throw error;
        }
      };
    return {
      ...bank,
      createPayout: asking('createPayout', bank.createPayout),
      flushAccount: asking('flushAccount', bank.flushAccount),
      chargeRepayment: asking('chargeRepayment', bank.chargeRepayment),
    };
  }

  /** Records whose database may be away. */
  private reached(records: Records): Records {
    const unlessAway =
      <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
      (...given: A): Promise<R> =>
        this.isDatabaseAway ? Promise.reject(new Error('the database is away')) : act(...given);
    const admit: MoneyEffects['admit'] = async (effect: MoneyEffect, ...limits) => {
      // The worlds share a database, and a worker counts limits by the day of its machine, which no world skips.
      const { tag, nowMs } = this.world;
      const own = { ...effect, account: `${tag} ${effect.account}`, day: lagosDayOf(nowMs()) };
      const admission = await records.effects.admit(own, ...limits);
      if (admission.what === 'admitted') this.admitted.push(effect.reference);
      return admission;
    };
    const effects = {
      admit: unlessAway(admit),
      doubt: unlessAway((...given: Parameters<MoneyEffects['doubt']>) => records.effects.doubt(...given)),
      settle: unlessAway((...given: Parameters<MoneyEffects['settle']>) => records.effects.settle(...given)),
    };
    return {
      append: unlessAway(async (given) => {
        const head = await records.append(given);
        this.entries.push(...given.entries);
        return head;
      }),
      events: records.events,
      commandsOf: unlessAway((...given) => records.commandsOf(...given)),
      effects,
    };
  }
}

const withApprovals = (policy: PayoutPolicy, approvals: number): PayoutPolicy => ({
  ...policy,
  version: policy.version + 1,
  approvals:
    approvals === 0 ? [] : [{ fromKobo: 0, approvals, roles: ['operator', 'supervisor', 'approver'] }],
});
