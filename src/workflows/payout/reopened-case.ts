import { setHandler } from '@temporalio/workflow';
import { givenIn } from '../../domain/case/acts';
import type { AuthorityState } from '../../domain/case/proof';
import type { Clock } from '../../domain/time/clock';
import { reopenedPayoutCommands, type ReopenedPayoutCommands } from '../../domain/payout/commands';
import { reopenedPayoutStages, type ReopenedPayoutStage } from '../../domain/payout/stages';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { authority, bankProxies, type BankProxies } from '../activity-proxies';
import { notifiedSignal } from '../../domain/wire/messages';
import type { PayoutResult } from '../results';
import { ManualResolution, type Outcome } from './manual-resolution';
import { traceOf } from './trace';

/** A payout that had ended as paid. */
export interface ReopenedPayout {
  readonly ended: PayoutResult;
  readonly clock: Clock;
  readonly authority?: AuthorityState;
}

/** What a run of it hands over to the next one. */
interface Carried {
  readonly evidence: readonly Outcome[];
}

/** A payout that was reopened: its state, its commands, and the bank seen from it. */
export class ReopenedCase extends SteerableCase<
  ReopenedPayoutStage,
  ReopenedPayoutCommands,
  ReopenedPayout,
  PayoutResult
> {
  readonly commands: CommandHandler<ReopenedPayoutStage, ReopenedPayoutCommands>;
  readonly bank: BankProxies;
  readonly remedies = ['retry'];
  readonly resolution = new ManualResolution(this);

  private readonly reopened: ReopenedPayout;

  constructor(given: unknown) {
    const reopened = givenIn(given) as ReopenedPayout;
    const { ended, clock } = reopened;
    super(
      given,
      {
        kind: 'payout',
        reference: ended.reference,
        stages: reopenedPayoutStages,
        first: 'REOPENED',
        stageAttribute: 'PayoutStatus',
      },
      clock,
    );
    this.reopened = reopened;
    this.bank = bankProxies(clock);
    this.commands = new CommandHandler(this, reopenedPayoutCommands, {
      handlers: {
        ...this.sharedHandlers(),
        resolveAttention: (command) => this.resolution.record(command),
      },
      guards: {
        resolveAttention: { now: () => (this.attention ? undefined : 'Nothing needs attention.') },
      },
    });
    setHandler(notifiedSignal, () => this.recheck());
  }

  askForRetry(): Promise<unknown> {
    return this.commands.ask('retry');
  }

  /** Its input is the result of an earlier run: there is nothing to parse, but who has begun it. */
  async parse(): Promise<ReopenedPayout> {
    return { ...this.reopened, authority: await authority.acceptSuccession(this.reopened) };
  }

  opened({ ended }: ReopenedPayout): void {
    const { amountKobo, dutyKobo = 0, uniqueRef = null } = ended;
    Object.assign(this.facts, { amountKobo, dutyKobo, uniqueRef, ...traceOf(ended) });
  }

  /** What the bank says of it is asked for again. */
  protected ownState(): Carried {
    return { evidence: this.resolution.carry() };
  }

  protected takeOver(own: unknown): void {
    this.resolution.takeOver((own as Carried).evidence);
  }

  /** All else stays as it ended first. */
  close(stage: ReopenedPayoutStage, reason: string): PayoutResult {
    this.enter(stage, reason);
    return { ...this.reopened.ended, status: stage as PayoutResult['status'], reason };
  }
}
