import { contentDigest } from '../../authority/digest';
import { kinds } from '../../domain/kinds';
import type { Authorisation } from '../../domain/case/send-authorisation';
import { approvalFor } from '../../domain/payout/policy';
import { limitsCommands } from '../../domain/transfer-limits/commands';
import { limitsContent, limitsOrder } from '../../domain/transfer-limits/limits';
import { HOUR_MS, patience } from '../../domain/time/clock';
import { caseId } from '../../domain/wire/workflow-ids';
import { limitsInput } from '../../domain/transfer-limits/input';
import { isDeepStrictEqual } from 'node:util';
import { requireAgreement } from './agreement';
import { clockOf, ProofRefused, type GateTerms } from './proofs';

/** Checks that people have asked for this very change of an account's transfer limits. @throws ProofRefused */
export async function requireLimits(
  order: object,
  given: Partial<Authorisation>,
  { proofs, policy, clock, nowMs }: GateTerms,
): Promise<void> {
  const { fields, makers } = await proofs.begun(given.start, kinds.limits.start.roles);
  const { data: input } = limitsInput.safeParse(fields);
  if (!input || proofs.workflowId !== caseId('limits', input.reference))
    throw new ProofRefused('another case than its own is about to send it');
  if (!isDeepStrictEqual(order, limitsOrder(input)))
    throw new ProofRefused('it is not what people have asked for');
  const sinceMs = nowMs - patience(clockOf(input, clock), policy.approvalExpiresHours * HOUR_MS);
  const rule = approvalFor(policy, Infinity);
  if (!rule) {
    // Where nobody has to agree, the start itself lapses.
    if (Date.parse(given.start?.receipt.at ?? '') > sinceMs) return;
    throw new ProofRefused('the change of limits was asked for too long ago: start it anew');
  }
  requireAgreement({
    digest: contentDigest(limitsContent(input)),
    rule,
    makers,
    approvals: await proofs.approvals(given.approvals, 'approve', limitsCommands.approve.roles),
    sinceMs,
  });
}
