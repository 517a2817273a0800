import { detailsIn, type CaseDetails } from '../../domain/case/details';
import type { AuthorityState } from '../../domain/case/proof';
import type { PayoutOutcome, WatchedPayout } from '../../activities/polling/awaited-statuses';
import type { Clock } from '../../domain/time/clock';
import { reopenedPayoutCommands, type ReopenedPayoutCommands } from '../../domain/payout/commands';
import type { ReturnedMoney } from '../../domain/payout/returned-money';
import type { PayoutTarget } from '../../domain/payout/order';
import type { PayoutPolicy } from '../../domain/payout/policy';
import {
  enquiryFacts,
  reopenedPayoutStages,
  type ReopenedPayoutStage,
  type PayoutResult,
} from '../../domain/payout/stages';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import { inPlace } from '../activity-proxies';
import { notifiedSignal, returnedSignal } from '../../domain/wire/messages';
import { ManualResolution } from './manual-resolution';
import { Returns } from './returned-money';
import { payoutCommandPolicy } from './steering';

/** A payout that had ended as paid. */
export interface ReopenedPayout {
  readonly ended: PayoutResult;
  readonly clock: Clock;
  /** The evidence that money came back; `undefined` if only the bank is to be asked. */
  readonly evidence?: readonly ReturnedMoney[];
}

/** The payout with the policy of the workers that take it up, by which people steer it. */
interface TakenUp extends ReopenedPayout {
  readonly policy: PayoutPolicy;
  readonly authority: AuthorityState;
}

/** A payout that was reopened: its state, its commands, and the bank seen from it. */
export class ReopenedCase extends SteerableCase<
  ReopenedPayoutStage,
  ReopenedPayoutCommands,
  TakenUp,
  PayoutResult
> {
  readonly commands: CommandHandler<ReopenedPayoutStage, ReopenedPayoutCommands>;
  readonly remedies = ['retry'];
  readonly resolution = new ManualResolution(this);
  readonly returns: Returns;
  private told: Pick<PayoutResult, 'feeKobo'> = {};

  constructor(reopened: ReopenedPayout) {
    const { ended, clock, evidence = [] } = reopened;
    const definition = {
      kind: 'payout',
      reference: ended.reference,
      stages: reopenedPayoutStages,
      stageAttribute: 'PayoutStatus',
    } as const;
    super(reopened, definition, clock);
    this.returns = new Returns(ended.returned);
    for (const returned of evidence) this.returns.tell(returned);
    this.commands = new CommandHandler(this, reopenedPayoutCommands, {
      handlers: { resolveAttention: (command) => this.resolution.record(command) },
      guards: { resolveAttention: { subject: () => this.standing } },
      policy: payoutCommandPolicy(this),
    });
    this.hear(notifiedSignal, () => this.recheck());
    this.hear(returnedSignal, (returned: unknown) => this.returns.tell(returned));
  }

  get watched(): WatchedPayout {
    return { reference: this.input.ended.reference };
  }

  get target(): PayoutTarget {
    const { amountKobo, beneficiary } = this.input.ended;
    return { amountKobo, ...beneficiary };
  }

  get payer(): string {
    return this.input.ended.sourceAccountNumber;
  }

  /** Waits until a person's evidence says where the money is. @throws CaseExit */
  async endByResolution(): Promise<never> {
    const { status, outcome } = await this.resolution.next();
    return this.leave(status, `it had been paid before; the evidence says ${outcome}`);
  }

  /** The bank has it. */
  readonly isUnsent = false;
  /** Empty: having made the payout bars nobody from steering it now. */
  readonly makers = [];

  get atMostKobo(): number {
    return this.input.ended.amountKobo;
  }

  /** Parses only the reopening's start: the rest of the input is the result of an earlier run. */
  async parse(given: unknown): Promise<TakenUp> {
    return { ...(given as ReopenedPayout), ...(await inPlace.parseReopening(given)) };
  }

  opened({ ended }: TakenUp): void {
    const { amountKobo, dutyKobo = 0, uniqueRef = null } = ended;
    Object.assign(this.facts, { amountKobo, dutyKobo, uniqueRef, ...enquiryFacts(ended) });
  }

  protected override details(): CaseDetails {
    return detailsIn({ ...this.input.ended, source: { accountNumber: this.payer } });
  }

  /** Takes the fee: the list of transactions or the person that ended the payout may not have known it. */
  learnEnd({ feeKobo }: PayoutOutcome): void {
    if (feeKobo !== undefined) this.told = { feeKobo };
    Object.assign(this.facts, this.told);
  }

  /** Keeps the rest of the first result. */
  close(stage: ReopenedPayoutStage, reason: string): PayoutResult {
    this.enter(stage, reason);
    const { all: returned } = this.returns;
    const more = returned.length > 0 ? { returned } : {};
    return { ...this.told, ...this.input.ended, ...more, status: stage as PayoutResult['status'], reason };
  }
}
