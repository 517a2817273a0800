import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ACT_LENGTH_MAX } from '../domain/case/acts';
import type { CommandRule, CommandRules } from '../domain/case/agreement';
import { ROLES } from '../domain/case/commands';
import { LENDING_COMMANDS, USUAL_LENDING_POLICY, type LendingPolicy } from '../domain/loan/policy';
import { PAYOUT_COMMANDS, USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../domain/payout/policy';
import { inputProblems, jsonIn } from './problems';

const rule = z.strictObject({
  fromKobo: z.int().min(0).describe('Least amount in kobo for which the rule holds'),
  approvals: z.int().min(1).max(5).describe('How many different people must agree'),
  roles: z.array(z.enum(ROLES)).min(1).describe('Roles that may agree'),
});

/** A borrower may propose, but never confirms proposals of others. */
const confirmation = rule.refine(({ roles }) => !roles.includes('borrower'), {
  error: 'roles must not include borrower: a borrower never decides',
});

/** The commands that the policy may narrow; omitted settings keep their defaults. */
const commandsOf = (names: readonly string[], usually: CommandRules) =>
  z
    .strictObject(
      Object.fromEntries(names.map((name) => [name, commandRule(usually[name]?.confirmations ?? [])])),
    )
    .prefault({});

const commandRule = (usually: CommandRule['confirmations']) =>
  z
    .strictObject({
      roles: z
        .array(z.enum(ROLES))
        .optional()
        .describe('Who may give the command, of the roles that its table names; none: no one may'),
      confirmations: z
        .array(confirmation)
        .max(20)
        .default(usually.map((one) => ({ ...one, roles: [...one.roles] })))
        .describe('How many others must agree, by the amount at stake'),
    })
    .prefault({});

const stepUpFrom = (name: string, takes: string) =>
  z
    .int({ error: `${name} must be a whole number of kobo` })
    .min(0, { error: `${name} must be at least 0` })
    .optional()
    .describe(`From this amount on, agreeing at a desk takes ${takes}; left out, it never does`);

const payouts = {
  version: z
    .int({ error: 'version must be a whole number' })
    .min(1, { error: 'version must be at least 1' })
    .describe('Grows with every change of the policy'),
  nameMatch: z.enum(['match', 'close']).default(USUAL_PAYOUT_POLICY.nameMatch),
  approvals: z.array(rule).max(20).default([]),
  approvalExpiresHours: z.number().positive().default(USUAL_PAYOUT_POLICY.approvalExpiresHours),
  preChecks: z.enum(['always', 'whenInDoubt']).default(USUAL_PAYOUT_POLICY.preChecks),
  minimumUptime: z.number().min(0).max(100).default(USUAL_PAYOUT_POLICY.minimumUptime),
  graceSeconds: z
    .number()
    .min(30)
    .default(USUAL_PAYOUT_POLICY.graceSeconds)
    .describe('Never shorter than the bank takes to show a payout that it has taken'),
  readsToProveAbsence: z.int().min(1).max(10).default(USUAL_PAYOUT_POLICY.readsToProveAbsence),
  dailyLimits: z
    .strictObject({
      perMakerKobo: z.int().min(1).optional().describe('Of what one person has made'),
      perAccountKobo: z.int().min(1).optional().describe('From one account'),
    })
    .prefault({})
    .describe('The most that may be sent in one day in Lagos; what is left out has no limit'),
  stepUpKobo: stepUpFrom('stepUpKobo', 'a fresh login'),
  passkeyFromKobo: stepUpFrom('passkeyFromKobo', "a device of the person's own"),
  commands: commandsOf(PAYOUT_COMMANDS, USUAL_PAYOUT_POLICY.commands),
};

/** The rules of the gate, checked in a policy that a case brings. */
export const gateRules = z.strictObject({
  nameMatch: payouts.nameMatch.unwrap(),
  approvals: payouts.approvals.unwrap(),
  approvalExpiresHours: payouts.approvalExpiresHours.unwrap(),
  dailyLimits: payouts.dailyLimits,
  stepUpKobo: payouts.stepUpKobo,
  passkeyFromKobo: payouts.passkeyFromKobo,
  commands: payouts.commands,
});

/** The same for the account of a loan. */
export const lendingRules = z.strictObject({
  stepUpKobo: payouts.stepUpKobo,
  passkeyFromKobo: payouts.passkeyFromKobo,
  commands: commandsOf(LENDING_COMMANDS, USUAL_LENDING_POLICY.commands),
});

/** The file that PAYOUT_POLICY_FILE names. Omitted settings keep their defaults. */
const policyFile = z.strictObject({
  ...payouts,
  lending: z
    .strictObject({
      proposalExpiresHours: z.number().positive().default(USUAL_LENDING_POLICY.proposalExpiresHours),
      commands: lendingRules.shape.commands,
    })
    .prefault({}),
  signatures: z
    .array(z.strictObject({ act: z.string().max(ACT_LENGTH_MAX), salt: z.string().max(86) }))
    .max(10)
    .default([])
    .describe('The acts of the people who have signed it: "policy sign" adds them'),
});

/** The policy file cannot be used. The message lists the problems, a line each. */
export class PayoutPolicyError extends Error {
  override readonly name = 'PayoutPolicyError';
  readonly kind = 'usage';

  constructor(problems: readonly string[]) {
    super(['The file that PAYOUT_POLICY_FILE names cannot be used:', ...problems].join('\n  '));
  }
}

export interface Policies {
  readonly payouts: PayoutPolicy;
  readonly lending: LendingPolicy;
  /** The signed content and its signatures; `undefined` if there is no file. */
  readonly file?: PolicyFile;
}

/** A policy file: its content without the signatures, and the signatures. */
interface PolicyFile {
  readonly content: Readonly<Record<string, unknown>>;
  readonly signatures: readonly { readonly act: string; readonly salt: string }[];
}

/** Reads the worker's policy; without a file the default one holds. @throws PayoutPolicyError */
export async function readPolicies(path: string | undefined): Promise<Policies> {
  if (path === undefined) return { payouts: USUAL_PAYOUT_POLICY, lending: USUAL_LENDING_POLICY };
  const content = await readFile(path, 'utf8').catch(() => {
    throw new PayoutPolicyError(['it cannot be read']);
  });
  const given = jsonIn(content, (problems) => new PayoutPolicyError(problems));
  const { data, error } = policyFile.safeParse(given);
  if (error) throw new PayoutPolicyError(inputProblems(error));
  const { lending, signatures, ...payouts } = data;
  const { signatures: _apart, ...signed } = given as PolicyFile['content'];
  // Without the signatures, so that signing a policy leaves its digest unchanged.
  const digest = createHash('sha256').update(JSON.stringify(signed)).digest('hex');
  const edition = { version: data.version, digest };
  return {
    payouts: { ...USUAL_PAYOUT_POLICY, ...payouts, ...edition },
    lending: { ...lending, ...edition, stepUpKobo: data.stepUpKobo, passkeyFromKobo: data.passkeyFromKobo },
    file: { content: signed, signatures },
  };
}

/** A warning if no payout needs approval; `undefined` if payouts above some amount do. */
export const policyWarning = ({ payouts }: Policies): string | undefined =>
  payouts.approvals.length > 0
    ? undefined
    : 'No payout needs an approval: PAYOUT_POLICY_FILE names no policy, or one without approvals';
