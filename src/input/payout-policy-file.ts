import { readFile } from 'node:fs/promises';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../domain/payout/policy';
import { payoutPolicy } from './payout-policy';
import { inputProblems } from './problems';

/** The policy file cannot be used. The message says what is wrong with it, a line each. */
export class PayoutPolicyError extends Error {
  override readonly name = 'PayoutPolicyError';

  constructor(problems: readonly string[]) {
    super(['The file that PAYOUT_POLICY_FILE names cannot be used:', ...problems].join('\n  '));
  }
}

/** Reads the policy that the worker is to follow; without a file the usual one holds. @throws PayoutPolicyError */
export async function readPayoutPolicy(path: string | undefined): Promise<PayoutPolicy> {
  if (path === undefined) return USUAL_PAYOUT_POLICY;
  const { data, error } = payoutPolicy.safeParse(await readJson(path));
  if (error) throw new PayoutPolicyError(inputProblems(error));
  return data;
}

async function readJson(path: string): Promise<unknown> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new PayoutPolicyError(['it cannot be read']);
  });
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw new PayoutPolicyError(['it is not JSON']);
  }
}
