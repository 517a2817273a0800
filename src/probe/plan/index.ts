import type { OperationName } from '../../bank/contract';
import type { Fact } from './facts';
import { givesOf, needsOf, type Step } from './step';
import { keptOffer } from './loan';
import { money } from './money';
import { declinedOffer } from './offer';
import { start } from './start';

/** Every operation, in an order in which the state that it needs exists. */
const plan: readonly Step[] = [...start, ...declinedOffer, ...keptOffer, ...money];

/** Operations that move money, and are left out against a foreign service unless asked for. */
export const moneyMoving: ReadonlySet<OperationName> = new Set([
  'createPayout',
  'flushAccount',
  'chargeRepayment',
]);

/** The part of the plan that leads to some rows: a step on each, and whatever gives it what it needs. */
export function leadingTo(rows: ReadonlySet<OperationName>): Step[] {
  const firsts = new Set([...rows].map((row) => plan.find((step) => step.row === row)));
  const wanted = new Set<Fact>();
  const chosen = plan.toReversed().filter((step) => {
    const isChosen = firsts.has(step) || givesOf(step).some((fact) => wanted.has(fact));
    if (isChosen) for (const fact of needsOf(step)) wanted.add(fact);
    return isChosen;
  });
  return chosen.toReversed();
}
