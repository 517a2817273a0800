import { limitsOrder, type LimitsResult, limitsContent } from '../../domain/transfer-limits/limits';
import type { LimitsFile } from '../../domain/transfer-limits/input';
import { wantedApproval } from '../case/failures';
import { onceAdmitted } from '../case/send-once';
import { runCase } from '../case/run-case';
import { attempt } from '../case/steps';
import { LimitsCase } from './limits-case';
import { approvalFor } from '../../domain/payout/policy';

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
