import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { isApproved, objectionTo, ruleFor, type Approval } from '../../domain/approvals';
import type { Command } from '../../domain/commands';
import { referenceIn } from '../../domain/references';
import {
  limitsCommands,
  limitsStages,
  type LimitsCommands,
  type LimitsStage,
} from '../../domain/transfer-limits';
import type { LimitsInput } from '../../input/limits-input';
import { Case } from '../case/case';
import { CommandDesk } from '../case/desk';
import type { Steerable } from '../case/steps';
import { digests, parsing, serviceLanes } from '../lanes';
import type { LimitsResult } from '../results';

/** The state of one change of transfer limits: its case file, its messages, its approval. */
export class LimitsCase implements Steerable {
  readonly file: Case<LimitsStage>;
  readonly desk: CommandDesk<LimitsStage, LimitsCommands>;
  readonly remedies = ['retry', 'cancel'];
  recheckAsked = false;
  approval: Approval | undefined;
  private parsed: LimitsInput | undefined;
  private readonly steps = new CancellationScope();
  private reason: string | undefined;

  constructor(private readonly given: unknown) {
    this.file = new Case<LimitsStage>({
      kind: 'limits',
      reference: referenceIn(given),
      stages: limitsStages,
      first: 'APPROVAL',
    });
    this.desk = new CommandDesk(this.file, limitsCommands, {
      approve: ({ actor }) => this.agree(actor),
      reject: ({ reason }) => this.cancel(reason),
      cancel: ({ reason }) => this.cancel(reason),
      addNote: ({ actor, text }) => this.file.note(actor, 'Note', text),
    });
    this.desk.objection = (command) => (command.name === 'approve' ? this.objection(command) : undefined);
  }

  get input(): LimitsInput {
    return this.parsed ?? (this.given as LimitsInput);
  }

  get service() {
    return serviceLanes(this.file.clock);
  }

  askForRetry(): Promise<unknown> {
    return this.desk.ask('retry');
  }

  /** Parses the input, then runs the steps; a change that is taken back ends here as a result. */
  async run(steps: () => Promise<LimitsResult>): Promise<LimitsResult> {
    try {
      this.begin(await CancellationScope.nonCancellable(() => parsing.parseLimitsInput(this.given)));
      return await this.steps.run(steps);
    } catch (error) {
      if (this.reason === undefined || !isCancellation(error)) throw error;
      return this.end('CANCELLED', this.reason);
    }
  }

  /** What is to be approved; nothing where the policy asks for nobody. Limits count as the largest amount. */
  async openApproval(): Promise<Approval | undefined> {
    const { policy, createdBy, reference, accountNumber, perTransactionNaira, dailyNaira } = this.input;
    const rule = ruleFor(policy.approvals, Infinity);
    if (!rule) return undefined;
    const digest = await digests.digestOf([reference, accountNumber, perTransactionNaira, dailyNaira]);
    const authors = createdBy === undefined ? [] : [createdBy];
    this.approval = { digest, rule, authors, approvers: [] };
    this.file.facts.approvalDigest = digest;
    return this.approval;
  }

  /** Closes the case with a result. */
  end(status: LimitsResult['status'], reason?: string): LimitsResult {
    this.file.enter(status, reason);
    return { reference: this.input.reference, status, ...(reason !== undefined && { reason }) };
  }

  private begin(input: LimitsInput): void {
    this.parsed = input;
    this.file.clock = input.clock;
    const { perTransactionNaira = null, dailyNaira = null, accountNumber } = input;
    Object.assign(this.file.facts, {
      perTransactionNaira,
      dailyNaira,
      accountEndsWith: accountNumber.slice(-4),
    });
    this.file.publish();
  }

  private agree(actor: string): void {
    if (this.approval) this.approval = { ...this.approval, approvers: [...this.approval.approvers, actor] };
  }

  private objection(command: Command<LimitsCommands, 'approve'>): string | undefined {
    if (!this.approval) return 'there is nothing to approve yet';
    return isApproved(this.approval) ? 'it has been approved' : objectionTo(this.approval, command);
  }

  private cancel(reason: string): void {
    this.reason = reason;
    this.steps.cancel();
  }
}
