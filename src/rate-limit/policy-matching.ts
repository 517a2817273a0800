import type { PolicyNotice } from './headers';
import type { PolicyWindows } from './policy-windows';
import type { RateLimitPolicy } from './tuning';

/** Makes the windows of a policy that only the bank's replies name. */
type CreateWindows = (policy: RateLimitPolicy, name: string | undefined) => PolicyWindows;

/**
 * Which notice of a reply speaks of which policy, with new ones for policies that were not known. A reply that names
 * its windows lists all policies that hold.
 */
export function matchNotices(
  notices: readonly PolicyNotice[],
  policies: readonly PolicyWindows[],
  create: CreateWindows,
): Map<PolicyWindows, PolicyNotice> {
  const matched = new Map<PolicyWindows, PolicyNotice>();
  const isOnly = notices.length === 1 && policies.length === 1;
  for (const notice of notices) {
    const free = policies.filter((policy) => !matched.has(policy));
    const policy =
      free.find((each) => each.isMeantBy(notice)) ??
      free.find((each) => !each.isKnown || isOnly) ??
      newPolicy(notice, create);
    if (policy) matched.set(policy, notice);
  }
  if (notices.some(({ windowMs }) => windowMs !== undefined))
    for (const policy of policies) policy.isListed = matched.has(policy);
  return matched;
}

/** One more policy, where the notice says enough to keep to it. */
function newPolicy(
  { limit, windowMs, name }: PolicyNotice,
  create: CreateWindows,
): PolicyWindows | undefined {
  return windowMs === undefined || limit === undefined ? undefined : create({ limit, windowMs }, name);
}
