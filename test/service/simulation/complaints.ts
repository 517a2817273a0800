import type { Outcome } from './simulate';
import type { World } from './world';

/** What the budget did wrong in a world; nothing when all is well. */
export function complaints(world: World, outcome: Outcome): string[] {
  return [
    outcome.left > 0 ? `${outcome.left} calls never got through` : '',
    tooManyRefused(world, outcome),
    ...(isClean(world) ? outcome.windows.flatMap((window) => unfair(world, window)) : []),
  ].filter((complaint) => complaint !== '');
}

/** Where nothing disturbs the budget, every window must be used and shared as it should. */
const isClean = ({ limit, restartAfter, stolen }: World) =>
  limit === 100 && restartAfter === undefined && stolen === 0;

/** Headers that repeat an earlier reply, of whose loss nobody knows, may mislead once. */
function tooManyRefused({ stolen, restartAfter, headers }: World, { refused, windows }: Outcome): string {
  const worst = Math.max(0, ...windows.map((window) => window.refused));
  if (stolen > 0) return worst > 1 ? `${worst} refusals in one window beside a thief` : '';
  const allowed = restartAfter !== undefined || headers.stale > 0 ? 1 : 0;
  return refused > allowed ? `${refused} refusals, ${allowed} allowed` : '';
}

function unfair({ limit }: World, { count, ours, waited }: Outcome['windows'][number]): string[] {
  const found: string[] = [];
  if ((waited.urgent || waited.routine) && count < 0.98 * limit)
    found.push(`only ${count} of ${limit} used while work waited`);
  if (waited.routine && ours.routine < 0.05 * limit)
    found.push(`routine calls got only ${ours.routine} of ${limit}`);
  if (waited.urgent && ours.routine > 0.06 * limit)
    found.push(`routine calls got ${ours.routine} of ${limit} while urgent ones waited`);
  return found;
}
