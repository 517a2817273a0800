import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** From this amount on the policy of these tests asks for fresh logins. */
export const STEP_UP_KOBO = 5_000_000;

/** The environment of a stack with such a policy. */
export function stepUpPolicy(): Record<string, string> {
  const file = join(tmpdir(), `step-up-policy-${process.pid}.json`);
  const approvals = [{ fromKobo: 1_000_000, approvals: 1, roles: ['approver', 'supervisor'] }];
  const policy = { version: 1, approvals, stepUpKobo: STEP_UP_KOBO };
  writeFileSync(file, JSON.stringify(policy));
  return { PAYOUT_POLICY_FILE: file };
}
