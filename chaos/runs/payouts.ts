import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../sandbox/random';
import type { BankState } from '../../sandbox/bank-state';
import type { TestEnvironment } from '../test-environment';
import { endOfPayout, payoutFile, startPayouts, timesCommitted } from '../payouts';
import { agree, reconciled } from '../reconciled';
import { log, type Row } from '../report';
import { sizeOf, type Attack, type RunOptions, type Sizes } from './run';

interface Size {
  readonly payouts: number;
  readonly kills: number;
  /** How many are under way at any time. */
  readonly atOnce: number;
}
const sizes: Sizes<Size> = {
  quick: { payouts: 40, kills: 1, atOnce: 40 },
  full: { payouts: 1_000, kills: 10, atOnce: 60 },
  large: { payouts: 5_000, kills: 40, atOnce: 60 },
};

const READS = ['getPayoutStatus', 'listTransactions', 'verifyTransaction'] as const;

async function attack(environment: TestEnvironment, options: RunOptions): Promise<Row> {
  const size = sizeOf(options, sizes);
  goWrong(environment.sandbox.state);
  environment.workers.hire();
  const files = Array.from({ length: size.payouts }, (_, place) =>
    payoutFile('chaos', { amountKobo: 20_000 + place }),
  );
  let isOver = false;
  const paying = payAll(environment, files, size.atOnce).finally(() => (isOver = true));
  const [ends] = await Promise.all([paying, killAtRandom(environment, size, () => isOver)]);
  const counts = count(environment.sandbox.state, ends);
  const { duplicates, lost, stuck, indeterminate } = counts;
  const reconciliation = await reconciled(environment);
  return {
    fields: {
      payouts: size.payouts,
      ...counts,
      kills: environment.workers.killed,
      reconciliation: { ...reconciliation },
    },
    holds:
      duplicates + lost + stuck + indeterminate === 0 &&
      environment.workers.killed === size.kills &&
      agree(reconciliation, counts.ok),
  };
}

/** Every fifth reply to a payout is lost after its commit, a payout shows late, and nothing refuses a second one. */
function goWrong({ faults }: BankState): void {
  faults.plant({ kind: 'duplicate-check-off', operations: ['createPayout'], probability: 1 });
  faults.plant({ kind: 'reset-after', operations: ['createPayout'], probability: 0.2 });
  faults.plant({ kind: 'stale-read', operations: [...READS], seconds: 30, varying: true, probability: 1 });
}

type Ends = ReadonlyMap<string, string | undefined>;

/** Starts payouts, a new one whenever one has ended. */
async function payAll(
  { client }: TestEnvironment,
  files: ReturnType<typeof payoutFile>[],
  atOnce: number,
): Promise<Ends> {
  const ends = new Map<string, string | undefined>();
  const payOn = async () => {
    for (let file = files.shift(); file; file = files.shift()) {
      await startPayouts(client, [file]);
      ends.set(file.reference, await endOfPayout(client, file.reference));
      if (ends.size % 100 === 0) log(`  ${ends.size} payouts have ended`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, payOn));
  return ends;
}

const committedIn = ({ committed }: BankState) => committed.list({ effect: 'payout-committed' });

/** Kills one of the workers whenever another random number of payouts is committed. */
async function killAtRandom(
  environment: TestEnvironment,
  { payouts, kills }: Size,
  isOver: () => boolean,
): Promise<void> {
  const random = new Random(`${Date.now()}`);
  const moments = Array.from({ length: kills }, () => Math.floor(random.fraction() * payouts * 0.95));
  for (const moment of moments.sort((one, other) => one - other)) {
    while (committedIn(environment.sandbox.state).length <= moment && !isOver())
      await sleep(random.fraction() * 100);
    const { all } = environment.workers;
    await environment.workers.kill(all[Math.floor(random.fraction() * all.length)]!);
    environment.workers.hire();
    log(`  worker killed when ${committedIn(environment.sandbox.state).length} payouts were committed`);
  }
}

/** What became of the payouts, by the bank's own log and records. */
function count(bank: BankState, ends: Ends) {
  const counts = { ok: 0, failed: 0, indeterminate: 0, duplicates: 0, lost: 0, stuck: 0 };
  for (const [reference, end] of ends) {
    const committed = timesCommitted(bank, reference);
    const status = bank.payouts.get(reference)?.status;
    counts.duplicates += Math.max(0, committed - 1);
    if (end === undefined) counts.stuck += 1;
    else if (committed === 0) counts.lost += 1;
    else if (end !== status) counts.indeterminate += 1;
    else counts[end === 'SUCCESS' ? 'ok' : 'failed'] += 1;
  }
  return counts;
}

export const payouts: Attack = {
  proves:
    'Replies lost, payouts that show late, no duplicate check, workers killed (kill -9): every payout is committed once.',
  // A minute of grace takes three seconds, and a payout shows up to one and a half late.
  rate: 20,
  attack,
};
