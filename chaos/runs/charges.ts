import { bundleWorkflows } from '../../src/temporal/bundle';
import { inAll } from '../charges/counts';
import { runCharges, type ChargedLoans, type ChargeResult } from '../charges/trials';
import { SkippedTime } from '../readings/skipped-time';
import { log, type Row } from '../report';
import type { RunOptions, SelfContainedRun } from './run';

/** Loans of two instalments by how their bank charges; a failed charge is made twice. A thousand charges in all. */
const FULL = { 'taken-at-once': 170, 'pending-success': 170, 'pending-failed': 85 } as const;
const QUICK = { 'taken-at-once': 8, 'pending-success': 8, 'pending-failed': 4 } as const;

const groupsOf = (sizes: typeof FULL | typeof QUICK): ChargedLoans[] =>
  Object.entries(sizes).map(([charge, loans], place) => ({
    tag: `T${place + 1}`,
    charge: charge as ChargedLoans['charge'],
    loans,
  }));

async function prove({ quick }: RunOptions): Promise<Row> {
  const skipped = await SkippedTime.start(await bundleWorkflows());
  const groups = groupsOf(quick ? QUICK : FULL);
  const results = await runCharges(skipped, groups).finally(() => skipped.stop());
  results.forEach((result, place) => log(`  ${groups[place]!.charge}: ${JSON.stringify(result)}`));
  return rowOf(results);
}

const sumOf = (results: readonly ChargeResult[], name: 'lostReplies' | 'kills' | 'helped') =>
  results.reduce((total, result) => total + result[name], 0);

function rowOf(results: readonly ChargeResult[]): Row {
  const { charges, ...counts } = inAll(results);
  const [lostReplies, kills, helped] = [
    sumOf(results, 'lostReplies'),
    sumOf(results, 'kills'),
    sumOf(results, 'helped'),
  ];
  const { doubled, forgotten, stuck, pendingSuccess, pendingFailed } = counts;
  return {
    fields: { charges, lostReplies, kills, ...counts, helped },
    holds:
      doubled + forgotten + stuck === 0 && Math.min(kills, lostReplies, pendingSuccess, pendingFailed) > 0,
  };
}

export const charges: SelfContainedRun = {
  proves:
    'Replies to charges lost, no duplicate check, workers lost, charges settled later: each instalment is charged once, and none is forgotten.',
  prove,
};
