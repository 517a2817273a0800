import { z } from 'zod';
import { ROLES } from '../domain/case/commands';
import { USUAL_PAYOUT_POLICY as usual, type PayoutPolicy } from '../domain/payout/policy';

const rule = z.strictObject({
  fromKobo: z.int().min(0).describe('Least amount in kobo for which the rule holds'),
  approvals: z.int().min(1).max(5).describe('How many different people must agree'),
  roles: z.array(z.enum(ROLES)).min(1).describe('Roles that may agree'),
});

/** The file that PAYOUT_POLICY_FILE names. What is left out stays as it usually is. */
export const payoutPolicy = z.strictObject({
  nameMatch: z.enum(['match', 'close']).default(usual.nameMatch),
  approvals: z.array(rule).max(20).default([]),
  approvalExpiresHours: z.number().positive().default(usual.approvalExpiresHours),
  preChecks: z.enum(['always', 'whenInDoubt']).default(usual.preChecks),
  minimumUptime: z.number().min(0).max(100).default(usual.minimumUptime),
  graceSeconds: z
    .number()
    .min(30)
    .default(usual.graceSeconds)
    .describe('Never shorter than the bank takes to show a payout that it has taken'),
  readsToProveAbsence: z.int().min(1).max(10).default(usual.readsToProveAbsence),
}) satisfies z.ZodType<PayoutPolicy>;
