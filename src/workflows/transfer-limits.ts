import { condition } from '@temporalio/workflow';
import { isApproved } from '../domain/approvals';
import { realDuration } from '../domain/clock';
import type { LimitsFile } from '../input/limits-input';
import { attempt, waitFor, within } from './case/steps';
import { LimitsCase } from './transfer-limits/limits-case';
import type { LimitsResult } from './results';

const HOUR_MS = 3_600_000;

/** Sets an account's transfer limits, once as many people have agreed as the payout policy asks for at most. */
export async function transferLimitsWorkflow(input: LimitsFile): Promise<LimitsResult> {
  const limits = new LimitsCase(input);
  return limits.run(async () => {
    while (!(await isAgreed(limits)));
    limits.file.enter('SETTING');
    await attempt(limits, 'Setting the limits', () => set(limits));
    return limits.end('SET');
  });
}

/** What is not approved in time lapses, and begins anew. */
async function isAgreed(limits: LimitsCase): Promise<boolean> {
  const approval = await limits.openApproval();
  if (!approval) return true;
  const term = realDuration(limits.file.clock, limits.input.policy.approvalExpiresHours * HOUR_MS);
  const given = () => condition(() => !!limits.approval && isApproved(limits.approval)).then(() => true);
  return (await waitFor(limits, 'APPROVAL', () => within(term, given, 'the approval lapses'))) ?? false;
}

const set = ({ service, input }: LimitsCase) =>
  service.urgent.updateTransferLimits({
    account_number: input.accountNumber,
    ...(input.perTransactionNaira !== undefined && { per_transaction_limit: input.perTransactionNaira }),
    ...(input.dailyNaira !== undefined && { daily_transfer_limit: input.dailyNaira }),
  });
