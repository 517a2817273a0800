import { ApplicationFailure } from '@temporalio/common';
import {
  POLICY_OLDER,
  PROOF_REFUSED,
  RECORDS_UNAVAILABLE,
  REQUEST_REFUSED,
} from '../../domain/wire/failure-types';
import { referenceIn } from '../../domain/wire/references';
import { editionOf } from '../../domain/case/agreement';
import { approvalFor, gateRulesOf } from '../../domain/payout/policy';
import { limitsCommands, type LimitsCommands } from '../../domain/transfer-limits/commands';
import { limitsContent, limitsOrder } from '../../domain/transfer-limits/limits';
import { limitsStages, type LimitsStage, type LimitsResult } from '../../domain/transfer-limits/stages';
import type { LimitsFile, LimitsInput } from '../../domain/transfer-limits/input';
import type { Authorisation } from '../../domain/case/send-authorisation';
import { CaseApproval } from '../case/agreement';
import { CommandHandler } from '../case/command-handler';
import { wantedApproval } from '../case/failures';
import { runCase } from '../case/run-case';
import { onceAdmitted } from '../case/send-once';
import { SteerableCase } from '../case/steerable-case';
import { attempt } from '../case/steps';
import { inPlace } from '../activity-proxies';

/** The failures after which the limits are not set: the bank has refused them, or they were kept back. */
const UNSET: readonly string[] = [REQUEST_REFUSED, PROOF_REFUSED, RECORDS_UNAVAILABLE, POLICY_OLDER];

/** Sets an account's transfer limits, once as many people have agreed as the payout policy asks for at most. */
export async function transferLimitsWorkflow(input: LimitsFile): Promise<LimitsResult> {
  const limits = new LimitsCase(input);
  return runCase(limits, async () => {
    let isSet = false;
    while (!isSet) {
      await obtainApproval(limits);
      limits.enter('SETTING');
      isSet = await attempt(limits, 'Setting the limits', () => setWhileApproved(limits));
    }
    return limits.close('SET');
  });
}

/** False if the approval has lapsed or no longer suffices: nothing was sent. */
async function setWhileApproved(limits: LimitsCase): Promise<boolean> {
  if (!limits.approval.isValid) return false;
  try {
    await onceAdmitted(limits, () => limits.sending(() => set(limits)));
    return true;
  } catch (error) {
    const wanted = wantedApproval(error);
    if (!wanted) throw error;
    limits.approval.want(wanted);
    return false;
  }
}

const set = ({ bank, input, authorisation }: LimitsCase) =>
  bank.once.updateTransferLimits(limitsOrder(input), ...authorisation);

/** Waits for as many approvals as the policy asks for; limits count as the largest amount there is. */
async function obtainApproval({ approval, input }: LimitsCase): Promise<void> {
  const { policy, createdBy } = input;
  const rule = approval.wantedRule ?? approvalFor(policy, Infinity);
  if (!rule) return;
  await approval.obtain({
    content: limitsContent(input),
    rule,
    makers: createdBy === undefined ? [] : [createdBy],
    expiresHours: policy.approvalExpiresHours,
  });
}

/** One change of an account's transfer limits: its state, its commands, its approval. */
class LimitsCase extends SteerableCase<LimitsStage, LimitsCommands, LimitsInput, LimitsResult> {
  override readonly approval = new CaseApproval(this);
  readonly commands: CommandHandler<LimitsStage, LimitsCommands>;
  readonly remedies = ['retry', 'cancel'];
  readonly parse = inPlace.parseLimitsInput;

  /** Whether the bank may have set them: they were sent once without being refused. */
  private mayBeSet = false;

  constructor(given: unknown) {
    super(given, {
      kind: 'limits',
      reference: referenceIn(given),
      stages: limitsStages,
    });
    this.commands = new CommandHandler(this, limitsCommands, {
      handlers: {
        approve: (command) => this.approval.approve(command),
        reject: ({ reason }) => this.takeBack(reason),
        cancel: ({ reason }) => this.takeBack(reason),
      },
      guards: { approve: { content: (command) => this.approval.refusal(command) } },
    });
  }

  /** The proof that the limits may be set; empty if messages name their own actors. */
  get authorisation(): [] | [Authorisation] {
    const start = this.commands.acts.beginning;
    const policy = gateRulesOf(this.input.policy);
    return start ? [{ start, approvals: this.approval.proofs, policy }] : [];
  }

  opened(input: LimitsInput): void {
    const { accountNumber, perTransactionNaira = null, dailyNaira = null } = input;
    Object.assign(this.facts, { perTransactionNaira, dailyNaira, accountEndsWith: accountNumber.slice(-4) });
    Object.assign(this.facts, editionOf(input.policy));
  }

  /** Sends the limits. A refusal settles this send, and none before it. */
  async sending<R>(send: () => Promise<R>): Promise<R> {
    const { mayBeSet } = this;
    this.mayBeSet = true;
    try {
      return await send();
    } catch (error) {
      const { cause } = Object(error) as { cause?: unknown };
      if (cause instanceof ApplicationFailure && UNSET.includes(cause.type ?? '')) this.mayBeSet = mayBeSet;
      throw error;
    }
  }

  private takeBack(reason: string): void {
    this.stop(this.mayBeSet ? 'UNCLEAR' : 'CANCELLED', reason);
  }

  close(stage: LimitsStage, reason?: string): LimitsResult {
    this.enter(stage, reason);
    const status = stage === 'SET' || stage === 'UNCLEAR' ? stage : 'CANCELLED';
    const { reference, policy } = this.input;
    const { agreed } = this.approval;
    return { reference, status, ...editionOf(policy), ...agreed, ...(reason !== undefined && { reason }) };
  }
}
