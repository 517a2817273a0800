import { canonical, hash } from '../../authority/digest';
import type { PolicyStamp } from '../../domain/case/proof';
import { gateRulesOf, type GateRules, type PayoutPolicy } from '../../domain/payout/policy';
import { gateRules } from '../../input/payout-policy';
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

/** Stands for the policy of a worker, in the receipt of each case that is opened under it. */
export const stampOf = (policy: PayoutPolicy): PolicyStamp => ({
  version: policy.version,
  rules: digestOf(gateRulesOf(policy)),
});

/** What comes with a send, as far as it tells of the policy under which its case was opened. */
interface Opened {
  readonly start?: { readonly receipt?: { readonly policy?: PolicyStamp } };
  readonly policy?: unknown;
}

/** @throws OlderPolicy where the case was opened under a newer policy than this worker has */
export function requireNoNewer({ start }: Opened, own: PayoutPolicy): PolicyStamp | undefined {
  const stamp = start?.receipt?.policy;
  if (stamp && stamp.version > own.version) throw new OlderPolicy(own.version, stamp.version);
  return stamp;
}

/**
 * The rules that a send must keep, each of them: those under which its case was opened, and the worker's own. So the
 * stricter always holds. What the receipt says is believed here, since its MAC is checked with the start.
 * @throws ProofRefused, OlderPolicy
 */
export function rulesFor(given: Opened, own: PayoutPolicy): readonly GateRules[] {
  const stamp = requireNoNewer(given, own);
  if (!stamp || stamp.rules === stampOf(own).rules) return [own];
  const { data } = gateRules.safeParse(given.policy);
  if (!data || !isStampedBy(stamp, given.policy as GateRules))
    throw new ProofRefused('it comes without the policy under which its case was opened');
  return [data, own];
}

/** A payout may have asked for a better fit of the name than its policy does. */
const isStampedBy = ({ rules }: PolicyStamp, given: GateRules): boolean =>
  digestOf(given) === rules ||
  (given.nameMatch === 'match' && digestOf({ ...given, nameMatch: 'close' }) === rules);

const digestOf = (rules: GateRules) => hash(canonical(rules));
