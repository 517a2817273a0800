import { CancellationScope, isCancellation, setHandler } from '@temporalio/workflow';
import { cadences } from '../../domain/cadence';
import type { Command } from '../../domain/commands';
import { nairaText } from '../../domain/money';
import { payoutCommands, type endByEvidence, type PayoutCommands } from '../../domain/payout-commands';
import { payoutStages, type PayoutStage } from '../../domain/payout-states';
import { referenceIn } from '../../domain/references';
import type { PayoutInput } from '../../input/payout-input';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { parsing, serviceLanes, type ServiceLanes } from '../lanes';
import { newsArrivedSignal } from '../messages';
import type { PayoutResult } from '../results';
import { amended, objectionToAmending, type Amendment } from './amendment';
import { agree, objectionToApproval, type OpenApproval } from './approval';
import { coverFromBatch, type BatchCover } from './cover';

/** Ends a payout that was not sent, or that the service refused and never took. */
class NotSent extends Error {
  constructor(readonly reason: string) {
    super('not sent');
  }
}

/** What kind of payout it is, and what a batch has settled for it. */
interface PayoutTerms {
  readonly kind?: 'payout' | 'flush';
  readonly cover?: BatchCover | undefined;
}

/** The state of one payout: its case file, its messages, and the service seen from it. */
export class PayoutCase implements Steerable {
  readonly file: Case<PayoutStage>;
  readonly desk: CommandDesk<PayoutStage, PayoutCommands>;
  readonly kind: 'payout' | 'flush';
  /** What a batch has settled for it. */
  readonly cover: BatchCover | undefined;
  approval: OpenApproval | undefined;
  held = false;
  /** Set while the account that pays is the obstacle. */
  sourceObstructs = false;
  /** An operator has said that bank and account are no reason to hold it back. */
  released = false;
  recheckAsked = false;
  newsArrived = false;
  sentAt: string | undefined;
  undecided = false;
  /** What a person says became of it. */
  readonly evidence: (keyof typeof endByEvidence)[] = [];
  /** Who made or changed it. */
  authors: readonly string[] = [];
  private parsed: PayoutInput | undefined;
  private lanes: ServiceLanes | undefined;
  private readonly stages = new CancellationScope();
  private preparation = new CancellationScope();
  private cancelled: NotSent | undefined;

  constructor(
    private readonly given: unknown,
    { kind = 'payout', cover }: PayoutTerms = {},
  ) {
    this.kind = kind;
    this.cover = coverFromBatch(cover);
    this.file = new Case<PayoutStage>({
      kind,
      reference: referenceIn(given),
      stages: payoutStages,
      first: 'PREPARING',
      stageAttribute: 'PayoutStatus',
    });
    this.desk = new CommandDesk(this.file, payoutCommands, this.atOnce());
    this.desk.veto = (name) => this.vetoOf(name);
    this.desk.objection = (command) => this.objectionTo(command);
    setHandler(newsArrivedSignal, () => void (this.newsArrived = !this.isLookedAtSoon));
  }

  get input(): PayoutInput {
    return this.parsed ?? (this.given as PayoutInput);
  }

  get service(): ServiceLanes {
    return (this.lanes ??= serviceLanes(this.file.clock));
  }

  get proof(): { readonly graceSeconds: number; readonly reads: number } {
    const { graceSeconds, readsToProveAbsence: reads } = this.input.policy;
    return { graceSeconds, reads };
  }

  get remedies(): readonly string[] {
    if (this.undecided) return ['retry'];
    return this.file.stage === 'SUBMITTING' ? ['retry', 'abandon'] : ['retry', 'amend', 'cancel'];
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
      this.begin(await CancellationScope.nonCancellable(() => this.parse()));
      return await this.stages.run(steps);
    } catch (error) {
      const end = error instanceof NotSent ? error : isCancellation(error) ? this.cancelled : undefined;
      if (!end) throw error;
      return this.end('CANCELLED', { reason: end.reason });
    }
  }

  /** Runs what precedes the send; nothing when the payout was changed meanwhile. */
  async unlessAmended<R>(steps: () => Promise<R>): Promise<R | undefined> {
    const before = this.input;
    this.preparation = new CancellationScope();
    try {
      return await this.preparation.run(steps);
    } catch (error) {
      if (!isCancellation(error) || this.input === before || this.cancelled) throw error;
      return undefined;
    }
  }

  /** Closes the case with a result. */
  end(status: PayoutResult['status'], more: Partial<PayoutResult> = {}): PayoutResult {
    this.file.enter(status, more.reason);
    const { reference, amountKobo, source, beneficiary } = this.input;
    const { bankCode, bankName, accountNumber } = beneficiary;
    return {
      reference,
      status,
      amountKobo,
      sourceAccountNumber: source.accountNumber,
      beneficiary: { bankCode, bankName, accountNumber },
      ...(this.sentAt !== undefined && { sentAt: this.sentAt }),
      ...more,
    };
  }

  /** The most it may come to: of a flush nobody knows before the service has taken it. */
  get atMostKobo(): number {
    return this.kind === 'flush' ? Infinity : this.input.amountKobo;
  }

  /** The service has said the amount of a flush. */
  learnAmount(amountKobo: number): void {
    if (this.kind !== 'flush') return;
    this.parsed = { ...this.input, amountKobo };
    this.file.facts.amountKobo = amountKobo;
  }

  /** A payout that was just sent: its debit may be told long before it is settled, and its first look is near. */
  private get isLookedAtSoon(): boolean {
    const { file } = this;
    if (file.waiting?.for !== 'PAYOUT_OUTCOME') return false;
    const waitedMs = Date.parse(file.now()) - Date.parse(file.waiting.since);
    return waitedMs < cadences.payout.firstSeconds * 1_000;
  }

  private parse(): Promise<PayoutInput> {
    return this.kind === 'flush' ? parsing.parseFlushInput(this.given) : parsing.parsePayoutInput(this.given);
  }

  private begin(input: PayoutInput): void {
    const { clock, createdBy, amountKobo, policy } = input;
    this.parsed = input;
    this.file.clock = clock;
    this.file.deadlines = { APPROVAL: policy.approvalExpiresHours };
    if (createdBy !== undefined) this.authors = [createdBy];
    const what = this.kind === 'flush' ? 'Flush of the whole balance' : `Payout of ${nairaText(amountKobo)}`;
    this.file.note('system', `${what} started`);
    this.file.facts.amountKobo = amountKobo;
    this.file.publish();
  }

  private atOnce(): ConstructorParameters<typeof CommandDesk<PayoutStage, PayoutCommands>>[2] {
    return {
      approve: ({ actor }) => agree(this, actor),
      reject: ({ reason }) => this.cancel(reason),
      amend: ({ actor, ...change }) => this.amend(actor, change),
      cancel: ({ reason }) => this.cancel(reason),
      hold: () => void (this.held = true),
      release: () => void Object.assign(this, this.held ? { held: false } : { released: true }),
      recheck: () => void (this.recheckAsked = true),
      resolveAttention: ({ actor, outcome, evidence }) => {
        this.file.note(actor, `Evidence: ${outcome}`, evidence);
        this.evidence.push(outcome);
      },
      addNote: ({ actor, text }) => this.file.note(actor, 'Note', text),
    };
  }

  private vetoOf(name: string): string | undefined {
    const { file, held, cover, parsed } = this;
    const isHeldBack = held || file.waiting?.for === 'BANK_UPTIME' || this.sourceObstructs;
    if (name === 'release' && !isHeldBack) return 'Nothing holds it back.';
    if (name === 'hold' && held) return 'It is held already.';
    if (name === 'resolveAttention' && !file.attention) return 'Nothing needs attention.';
    if (name !== 'amend') return undefined;
    if (cover) return 'It was approved with its batch and cannot be changed.';
    return parsed ? undefined : 'It is still being read.';
  }

  private objectionTo(command: { readonly name: string }): string | undefined {
    if (command.name === 'approve')
      return objectionToApproval(this, command as Command<PayoutCommands, 'approve'>);
    if (command.name === 'amend') return objectionToAmending(this, command as Amendment);
    return undefined;
  }

  /** What was checked and approved was another payout: all of it begins anew. */
  private amend(actor: string, change: Amendment): void {
    const { file } = this;
    this.parsed = amended(this.input, change);
    this.authors = [...this.authors, actor];
    this.approval = undefined;
    this.released = false;
    Object.assign(file.facts, { amountKobo: this.parsed.amountKobo, approvalDigest: null, approvals: null });
    file.settleAttention();
    file.enter('PREPARING', 'changed');
    this.preparation.cancel();
  }

  private cancel(reason: string): void {
    this.cancelled = new NotSent(reason);
    this.stages.cancel();
  }
}
