import { ApplicationFailure } from '@temporalio/common';
import type { ActivityDependencies } from '../../src/activities';
import { operationNamed, operationNames } from '../../src/bank/contract';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../../src/domain/payout/policy';
import type { Records } from '../../src/records/records';
import { lostWith } from '../readings/skipped-time';
import type { Program } from './program';

type Loss = 'killed' | 'failedByOther';

const WRITES = new Set<string>([
  'chargeInstalment',
  ...operationNames.filter((name) => operationNamed(name).method !== 'GET'),
]);

/** The machines of a world: which policy its workers have, whether their database is there, whose results get lost. */
export class Workers {
  isDatabaseAway = false;
  private policy: PayoutPolicy;
  private losses: Loss[] = [];

  constructor(
    { approvals, perAccountKobo }: Program['policy'],
    private readonly records: Records | undefined,
  ) {
    this.policy = withApprovals({ ...USUAL_PAYOUT_POLICY, dailyLimits: { perAccountKobo } }, approvals);
  }

  /** What every worker of this world has. */
  hired(): Partial<ActivityDependencies> {
    return { payoutPolicy: this.policy, records: this.records && this.reached(this.records) };
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

  /** Records whose database may be away. */
  private reached(records: Records): Records {
    const unlessAway =
      <A extends unknown[], R>(act: (...given: A) => Promise<R>) =>
      (...given: A): Promise<R> =>
        this.isDatabaseAway ? Promise.reject(new Error('the database is away')) : act(...given);
    const effects = Object.fromEntries(
      Object.entries(records.effects).map(([name, act]) => [name, unlessAway(act as () => Promise<unknown>)]),
    ) as unknown as Records['effects'];
    return {
      append: unlessAway((given) => records.append(given)),
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
