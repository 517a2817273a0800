import {
  allHandlersFinished,
  condition,
  getExternalWorkflowHandle,
  workflowInfo,
} from '@temporalio/workflow';
import { enrolmentCommands, type EnrolmentCommands } from '../../domain/enrolment/commands';
import { differencesFrom } from '../../domain/enrolment/customer-record';
import { identityOf, type Identity, type IdentityField } from '../../domain/enrolment/identity';
import { enrolmentStages, type EnrolmentStage, type EnrolmentResult } from '../../domain/enrolment/stages';
import { referenceIn } from '../../domain/wire/references';
import { caseOf } from '../../domain/wire/workflow-ids';
import { inPlace } from '../activity-proxies';
import { CommandHandler } from '../case/command-handler';
import { SteerableCase } from '../case/steerable-case';
import {
  enrolmentAttentionSignal,
  enrolmentSettledSignal,
  joinEnrolmentSignal,
} from '../../domain/wire/messages';
import type { EnrolmentInput } from '../../domain/enrolment/input';

/** Loans that may wait for one enrolment: each is told by a signal, whose number Temporal limits. */
const JOINED_MAX = 100;

/** One enrolment of a customer: its state, its commands, and the loans that joined it. */
export class EnrolmentCase extends SteerableCase<
  EnrolmentStage,
  EnrolmentCommands,
  EnrolmentInput,
  EnrolmentResult
> {
  readonly commands: CommandHandler<EnrolmentStage, EnrolmentCommands>;
  readonly remedies = ['retry', 'closeEnrolment'];
  readonly parse = inPlace.parseEnrolmentInput;
  private readonly joined = new Map<string, Identity>();
  /** The bank's ids that are shown and repeated in the result; stages hand them on as values. */
  private ids: Pick<EnrolmentResult, 'customerId' | 'accountId'> = { customerId: '' };

  constructor(given: unknown) {
    super(given, {
      kind: 'enrolment',
      reference: referenceIn((Object(given) as Partial<EnrolmentInput>).customer),
      stages: enrolmentStages,
    });
    this.commands = new CommandHandler(this, enrolmentCommands, {
      handlers: { closeEnrolment: ({ reason }) => this.stop('CLOSED', reason) },
    });
    this.hear(joinEnrolmentSignal, (message: unknown) => {
      const { workflowId, customer } = Object(message) as { workflowId?: unknown; customer?: unknown };
      if (!isLoan(workflowId) || this.joined.size >= JOINED_MAX) return;
      this.joined.set(workflowId, identityOf(customer));
      if (this.attention) this.tellAttention([workflowId]);
    });
  }

  opened({ deadlines }: EnrolmentInput): void {
    this.deadlines = deadlines ?? {};
  }

  /** Shows an id that the bank gave; it becomes part of the result. */
  show(ids: Partial<EnrolmentResult>): void {
    this.ids = { ...this.ids, ...ids };
    this.facts.customerId = this.ids.customerId;
  }

  override raiseAttention(cause: string, actions?: readonly string[]): void {
    super.raiseAttention(cause, actions);
    this.tellAttention(this.waitingLoans);
  }

  override settleAttention(): void {
    super.settleAttention();
    this.tellAttention(this.waitingLoans);
  }

  private get waitingLoans(): string[] {
    const { parent } = workflowInfo();
    return [...(parent ? [parent.workflowId] : []), ...this.joined.keys()];
  }

  /** People look at their loan, so it must show what is stuck here. A loan that has ended needs no signal. */
  private tellAttention(loans: readonly string[]): void {
    const cause = this.attention?.cause ?? null;
    for (const workflowId of loans)
      void getExternalWorkflowHandle(workflowId)
        .signal(enrolmentAttentionSignal, { cause })
        .catch(() => undefined);
  }

  /** Ends the enrolment and tells the loans that joined it. */
  async close(stage: EnrolmentStage, reason?: string): Promise<EnrolmentResult> {
    this.enter(stage, reason);
    const result: EnrolmentResult =
      stage === 'VERIFIED'
        ? { outcome: 'VERIFIED', ...this.ids }
        : { outcome: 'REJECTED', ...this.ids, reason: rejection(stage, reason) };
    await this.tellJoined(result);
    return result;
  }

  private differences(customer: Identity): IdentityField[] {
    return this.isParsed ? differencesFrom(customer, this.input.customer) : [];
  }

  /** A loan that joined and has ended meanwhile no longer needs to know. */
  private async tellJoined(result: EnrolmentResult): Promise<void> {
    await condition(allHandlersFinished);
    for (const [workflowId, customer] of this.joined)
      await getExternalWorkflowHandle(workflowId)
        .signal(enrolmentSettledSignal, { ...result, differs: this.differences(customer) })
        .catch(() => this.joined.delete(workflowId));
  }
}

/** Whether a message names a loan: a signal to an id that cannot be one would fail the workflow task. */
function isLoan(workflowId: unknown): workflowId is string {
  if (typeof workflowId !== 'string') return false;
  const { kind, reference } = caseOf(workflowId);
  return kind === 'loan' && referenceIn({ reference }) !== '';
}

const rejection = (stage: EnrolmentStage, reason = 'no reason given'): string =>
  stage === 'CLOSED' ? `the enrolment was closed, ${reason}` : reason;
