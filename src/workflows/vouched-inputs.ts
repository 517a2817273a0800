import type { Successor } from '../activities/authority/activities';
import type { Proof } from '../domain/case/proof';
import { authority } from './activity-proxies';

/**
 * The inputs of cases that go on from a case begun by this proof (children, and a repayment's next run), each
 * with a proof of its own if workers ask for one.
 */
export async function vouched<I extends object>(
  root: Proof | undefined,
  successors: readonly (Successor & { readonly input: I })[],
): Promise<I[]> {
  const proofs = await authority.vouchFor({ ...(root && { root }), successors });
  return successors.map(({ input }, index) => {
    const under = proofs[index];
    return under ? { ...input, under } : input;
  });
}
