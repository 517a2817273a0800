import { canonical, hash } from '../../authority/digest';
import type { Edition } from '../../domain/case/agreement';
import type { PolicyStamp } from '../../domain/case/proof';
import { lendingRulesOf, type LendingPolicy, type LendingRules } from '../../domain/loan/policy';
import { gateRulesOf, type GateRules, type PayoutPolicy } from '../../domain/payout/policy';
import { gateRules, lendingRules } from '../../input/payout-policy-file';
import { ProofRefused } from './proofs';

/** The case was opened under a newer policy than this worker has. Nothing was sent; a worker that has it will send it. */
export class OlderPolicy extends Error {
  override readonly name = 'OlderPolicy';

  constructor(own: number, wanted: number) {
    super(
      `nothing was sent: the worker follows version ${own} of the policy, and the case was opened under version ${wanted}`,
    );
  }
}

/** Stands for the policies of a worker, in the receipt of each case that is opened under them. */
export const stampOf = (policy: PayoutPolicy, lending: LendingPolicy): PolicyStamp => ({
  version: policy.version,
  rules: digestOf(gateRulesOf(policy)),
  lending: digestOf(lendingRulesOf(lending)),
});

/** The parts of a send that show the policy under which its case was opened. */
interface Opened {
  readonly start?: { readonly receipt?: { readonly policy?: PolicyStamp } } | undefined;
  readonly policy?: unknown;
  readonly lending?: unknown;
}

/** @throws OlderPolicy where the case was opened under a newer policy than this worker has */
export function requireNoNewer({ start }: Opened, own: Edition): PolicyStamp | undefined {
  const stamp = start?.receipt?.policy;
  requireAsNew(own, stamp);
  return stamp;
}

function requireAsNew(own: Edition, opened: Edition | undefined): void {
  if (opened && opened.version > own.version) throw new OlderPolicy(own.version, opened.version);
}

/**
 * All rules that a send must keep, so that the stricter holds: those under which its case was opened, and the worker's
 * own. The receipt is believed here, since its MAC is checked with the start. @throws ProofRefused, OlderPolicy
 */
export function rulesFor(given: Opened, own: PayoutPolicy): readonly GateRules[] {
  const stamp = requireNoNewer(given, own);
  if (!stamp || stamp.rules === digestOf(gateRulesOf(own))) return [own];
  const { data } = gateRules.safeParse(given.policy);
  if (!data || !isStampedBy(stamp, given.policy as GateRules)) throw new ProofRefused(WITHOUT_POLICY);
  return [data, own];
}

const WITHOUT_POLICY = 'it comes without the policy under which its case was opened';

/** The same for the account of a loan. @throws ProofRefused, OlderPolicy */
export function lendingRulesFor(given: Opened, own: LendingPolicy): readonly LendingRules[] {
  const stamp = requireNoNewer(given, own);
  if (!stamp || stamp.lending === digestOf(lendingRulesOf(own))) return [own];
  const { data } = lendingRules.safeParse(given.lending);
  if (!data || digestOf(given.lending as LendingRules) !== stamp.lending)
    throw new ProofRefused(WITHOUT_POLICY);
  return [data, own];
}

/** The same for a repayment, whose input holds the policy of its loan: a worker has vouched for it. @throws OlderPolicy */
export function lendingRulesOfInput(opened: LendingPolicy | undefined, own: LendingPolicy) {
  requireAsNew(own, opened);
  return opened ? [opened, own] : [own];
}

/** A payout may have asked for a better fit of the name than its policy does. */
const isStampedBy = ({ rules }: PolicyStamp, given: GateRules): boolean =>
  digestOf(given) === rules ||
  (given.nameMatch === 'match' && digestOf({ ...given, nameMatch: 'close' }) === rules);

const digestOf = (rules: GateRules | LendingRules) => hash(canonical(rules));
