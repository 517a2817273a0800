import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import { nairaText } from '../../domain/money';
import { payoutCommands, type PayoutCommands } from '../../domain/payout-commands';
import { payoutStages, type PayoutStage } from '../../domain/payout-states';
import { referenceIn } from '../../domain/references';
import type { PayoutInput } from '../../input/payout-input';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { newsArrivedSignal } from '../messages';
import { coverFromBatch, type BatchCover } from './cover';
import { parsing, serviceLanes, type ServiceLanes } from '../lanes';
import type { PayoutResult } from '../results';

/** Ends a payout that was not sent, or that the service refused and never took. */
class NotSent extends Error {
  constructor(readonly reason: string) {
    super('not sent');
  }
}

/** The state of one payout: its case file, its messages, and the service seen from it. */
export class PayoutCase implements Steerable {
  readonly file: Case<PayoutStage>;
  readonly desk: CommandDesk<PayoutStage, PayoutCommands>;
  recheckAsked = false;
  undecided = false;
  private parsed: PayoutInput | undefined;
  private lanes: ServiceLanes | undefined;
  private readonly stages = new CancellationScope();
  private cancelled: NotSent | undefined;

  /** What a batch has settled for it. */
  readonly cover: BatchCover | undefined;

  constructor(
    private readonly given: PayoutInput,
    cover?: BatchCover,
  ) {
    this.cover = coverFromBatch(cover);
    this.file = new Case<PayoutStage>({
      kind: 'payout',
      reference: referenceIn(given),
      stages: payoutStages,
      first: 'PREPARING',
      stageAttribute: 'PayoutStatus',
    });
    this.desk = new CommandDesk(this.file, payoutCommands, {
      cancel: ({ reason }) => this.cancel(reason),
      recheck: () => void (this.recheckAsked = true),
      addNote: ({ actor, text }) => this.file.note(actor, 'Note', text),
    });
    setHandler(newsArrivedSignal, () => void (this.recheckAsked = true));
  }

  get input(): PayoutInput {
    return this.parsed ?? this.given;
  }

  get service(): ServiceLanes {
    return (this.lanes ??= serviceLanes(this.file.clock));
  }

  get remedies(): readonly string[] {
    if (this.undecided) return ['retry'];
    return this.file.stage === 'SUBMITTING' ? ['retry', 'abandon'] : ['retry', 'cancel'];
  }

  /** A payout that may have been taken cannot be abandoned. */
  async askForRetry(): Promise<void> {
    const answer = await (this.undecided ? this.desk.ask('retry') : this.desk.ask('retry', 'abandon'));
    if (answer.name === 'abandon') throw new NotSent(answer.reason);
  }

  /** Parses the input, then runs the steps; a payout that was not sent ends here as a result. */
  async run(steps: () => Promise<PayoutResult>): Promise<PayoutResult> {
    try {
      // Not to be cancelled: without a parsed input there is nothing to end with.
      this.begin(await CancellationScope.nonCancellable(() => parsing.parsePayoutInput(this.given)));
      return await this.stages.run(steps);
    } catch (error) {
      const end = error instanceof NotSent ? error : isCancellation(error) ? this.cancelled : undefined;
      if (!end) throw error;
      return this.end('CANCELLED', { reason: end.reason });
    }
  }

  /** Closes the case with a result. */
  end(status: PayoutResult['status'], more: Partial<PayoutResult> = {}): PayoutResult {
    this.file.enter(status, more.reason);
    const { reference, amountKobo, source } = this.input;
    return { reference, status, amountKobo, sourceAccountNumber: source.accountNumber, ...more };
  }

  private begin(input: PayoutInput): void {
    this.parsed = input;
    this.file.clock = input.clock;
    this.file.note('system', `Payout of ${nairaText(input.amountKobo)} started`);
    this.file.facts.amountKobo = input.amountKobo;
    this.file.publish();
  }

  private cancel(reason: string): void {
    this.cancelled = new NotSent(reason);
    this.stages.cancel();
  }
}
