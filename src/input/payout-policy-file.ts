import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { USUAL_LENDING_POLICY, type LendingPolicy } from '../domain/loan/policy';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../domain/payout/policy';
import { policyFile } from './payout-policy';
import { inputProblems } from './problems';

/** The policy file cannot be used. The message says what is wrong with it, a line each. */
export class PayoutPolicyError extends Error {
  override readonly name = 'PayoutPolicyError';

  constructor(problems: readonly string[]) {
    super(['The file that PAYOUT_POLICY_FILE names cannot be used:', ...problems].join('\n  '));
  }
}

/** How careful a worker is to be, with payouts and with loans. */
export interface Policies {
  readonly payouts: PayoutPolicy;
  readonly lending: LendingPolicy;
  /** What people have signed, and their signatures; missing where there is no file. */
  readonly file?: PolicyFile;
}

/** A policy file: its content but for the signatures, and those. */
interface PolicyFile {
  readonly content: Readonly<Record<string, unknown>>;
  readonly signatures: readonly { readonly act: string; readonly salt: string }[];
}

/** Reads the policy that the worker is to follow; without a file the usual one holds. @throws PayoutPolicyError */
export async function readPolicies(path: string | undefined): Promise<Policies> {
  if (path === undefined) return { payouts: USUAL_PAYOUT_POLICY, lending: USUAL_LENDING_POLICY };
  const content = await readFile(path, 'utf8').catch(() => {
    throw new PayoutPolicyError(['it cannot be read']);
  });
  const given = jsonIn(content);
  const { data, error } = policyFile.safeParse(given);
  if (error) throw new PayoutPolicyError(inputProblems(error));
  const { lending, signatures, ...payouts } = data;
  const { signatures: _apart, ...signed } = given as PolicyFile['content'];
  const edition = { version: data.version, digest: digestOf(signed) };
  return {
    payouts: { ...USUAL_PAYOUT_POLICY, ...payouts, ...edition },
    lending: { ...lending, ...edition, stepUpKobo: data.stepUpKobo, passkeyFromKobo: data.passkeyFromKobo },
    file: { content: signed, signatures },
  };
}

/** Signing a policy leaves its digest as it is. */
const digestOf = (content: PolicyFile['content']) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

function jsonIn(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw new PayoutPolicyError(['it is not JSON']);
  }
}

/** Why the worker should not go on like this, as a sentence; `undefined` if payouts above some amount need approval. */
export const policyWarning = ({ payouts }: Policies): string | undefined =>
  payouts.approvals.length > 0
    ? undefined
    : 'No payout needs an approval: PAYOUT_POLICY_FILE names no policy, or one without approvals';
