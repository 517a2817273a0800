import type { Outcome } from './simulate';
import type { Scenario } from './scenario';

/** What the limiter did wrong in a scenario; nothing when all is well. */
export function complaints(scenario: Scenario, outcome: Outcome): string[] {
  return [
    outcome.left > 0 ? `${outcome.left} calls never got through` : '',
    tooManyRefused(scenario, outcome),
    ...(isClean(scenario) ? outcome.windows.flatMap((window) => unfair(scenario, window)) : []),
  ].filter((complaint) => complaint !== '');
}

/** Where nothing disturbs the limiter, every window must be used and shared as it should. */
const isClean = ({ limit, restartAfter, stolen }: Scenario) =>
  limit === 100 && restartAfter === undefined && stolen === 0;

/** Headers that repeat an earlier reply, whose loss cannot be seen, may mislead once. */
function tooManyRefused({ stolen, restartAfter, headers }: Scenario, { refused, windows }: Outcome): string {
  const worst = Math.max(0, ...windows.map((window) => window.refused));
  if (stolen > 0) return worst > 1 ? `${worst} refusals in one window beside a competing client` : '';
  const allowed = restartAfter !== undefined || headers.stale > 0 ? 1 : 0;
  return refused > allowed ? `${refused} refusals, ${allowed} allowed` : '';
}

function unfair({ limit }: Scenario, { count, ours, waited }: Outcome['windows'][number]): string[] {
  const found: string[] = [];
  if ((waited.urgent || waited.routine) && count < 0.98 * limit)
    found.push(`only ${count} of ${limit} used while work waited`);
  if (waited.routine && ours.routine < 0.05 * limit)
    found.push(`routine calls got only ${ours.routine} of ${limit}`);
  if (waited.urgent && ours.routine > 0.06 * limit)
    found.push(`routine calls got ${ours.routine} of ${limit} while urgent ones waited`);
  return found;
}
