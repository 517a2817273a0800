import { condition } from '@temporalio/workflow';
import { isApproved, ruleFor, type ApprovalRule } from '../../domain/approvals';
import { beneficiaryKey } from '../../domain/batch-rows';
import { realDuration } from '../../domain/clock';
import { waitFor } from '../case/steps';
import type { BatchCase } from './batch-case';
import { digests } from '../lanes';

const HOUR_MS = 3_600_000;

/** A batch is never paid unseen, whatever the policy says. */
const AT_LEAST: ApprovalRule = { fromKobo: 0, approvals: 1, roles: ['operator', 'supervisor', 'approver'] };

/** Freezes the batch under a digest until enough people have approved it. Leaving out rows begins anew. */
export async function approveAsWhole(batch: BatchCase): Promise<void> {
  batch.file.enter('APPROVAL');
  for (;;) {
    await freeze(batch);
    if (await waitFor(batch, 'BATCH_APPROVAL', () => agreed(batch))) return;
  }
}

async function freeze(batch: BatchCase): Promise<void> {
  const { file, register } = batch;
  batch.approval = undefined;
  const frozen = register.included;
  const digest = await digests.digestOf(content(batch));
  // Rows that were left out meanwhile are frozen in the next turn.
  if (frozen.length !== register.included.length) return freeze(batch);
  const rule = ruleFor(batch.head.policy.approvals, register.totals.totalKobo) ?? AT_LEAST;
  batch.approval = { digest, rule, authors: [...batch.authors], approvers: [] };
  Object.assign(file.facts, { digest, approvals: 0, approvalsNeeded: rule.approvals });
  file.publish();
}

/** Everything that must not change once it is approved: the rows with the names in which the accounts are held. */
const content = ({ head, register, names }: BatchCase) => ({
  batch: head.reference,
  source: head.source,
  rows: register.included.map((row) => ({ ...row, resolvedName: names.get(beneficiaryKey(row)) })),
});

/** True once enough people agree; false when the batch has changed, or nobody has looked for too long. */
async function agreed(batch: BatchCase): Promise<boolean> {
  const { approvalExpiresHours } = batch.head.policy;
  const patienceMs = Math.max(1, realDuration(batch.file.clock, approvalExpiresHours * HOUR_MS));
  const isSettled = () => !batch.approval || isApproved(batch.approval);
  if (await condition(isSettled, patienceMs)) return batch.approval !== undefined;
  batch.file.note('system', `Approvals lapse after ${approvalExpiresHours} hours; they are to be given anew`);
  return false;
}
