import { setTimeout as sleep } from 'node:timers/promises';
import { hurry, lend } from '../../cluster/loans';
import { TemporalCluster } from '../../cluster/temporal-cluster';
import { endOfPayout, payoutFile, startPayouts, timesCommitted } from '../../payouts';
import { agree, reconciled } from '../../reconciled';
import { log, type Row } from '../../report';
import { retryUntilAcknowledged } from '../../retry-until-acknowledged';
import { inTestEnvironment, type TestEnvironment } from '../../test-environment';
import { sizeOf, type SelfContainedRun, type Sizes } from '../run';

interface Size {
  readonly payouts: number;
  readonly loans: number;
  /** Payouts under way at any time. */
  readonly atOnce: number;
  /** How long the databases are away. */
  readonly awayMs: number;
  /** Payouts by which the speed is measured, before anything goes wrong. */
  readonly measured: number;
}
const sizes: Sizes<Size> = {
  quick: { payouts: 100, loans: 5, atOnce: 20, awayMs: 10_000, measured: 50 },
  full: { payouts: 1_000, loans: 50, atOnce: 30, awayMs: 60_000, measured: 100 },
  large: { payouts: 5_000, loans: 50, atOnce: 30, awayMs: 60_000, measured: 300 },
};

/** A payout that two nodes and a worker were killed under, on a busy machine. */
const PATIENCE_MS = 15 * 60_000;
/** Beside the one of the stack. */
const MORE_WORKERS = 2;
/** A minute of grace before a payout is sent again takes a second. */
const RATE = 60;

/** What goes wrong, in this order, spread evenly over the work. */
function disasters(environment: TestEnvironment, cluster: TemporalCluster, { awayMs }: Size) {
  const { workers } = environment;
  const killWorker = async () => {
    await workers.kill(workers.all[0]!);
    workers.hire();
  };
  return [
    { what: 'a server node killed', happen: () => cluster.killNode(0) },
    { what: 'a worker killed', happen: killWorker },
    { what: 'the other server node killed', happen: () => cluster.killNode(1) },
    { what: 'the desk killed', happen: () => environment.crashDesk() },
    {
      what: `both databases away for ${awayMs / 1_000} s, a server node killed meanwhile`,
      happen: async () => {
        const back = [cluster.loseDatabase(awayMs), environment.crashRecords(awayMs)];
        await sleep(awayMs / 3);
        await cluster.killNode(0);
        await Promise.all(back);
      },
    },
    { what: 'a worker killed', happen: killWorker },
    { what: 'a server node killed', happen: () => cluster.killNode(1) },
  ];
}

async function attack(environment: TestEnvironment, cluster: TemporalCluster, size: Size): Promise<Row> {
  hurry(environment);
  // A worker that begins while a server is down ends.
  environment.workers.supervise();
  for (let more = 0; more < MORE_WORKERS; more++) environment.workers.hire();
  const ends = new Map<string, string | undefined>();
  const loans = Promise.all(Array.from({ length: size.loans }, (_, number) => lend(environment, number)));
  let isOver = false;
  const paying = payAll(environment, size, ends).finally(() => (isOver = true));
  const kills = await wreak(disasters(environment, cluster, size), () => isOver || ends.size / size.payouts);
  await paying;
  const stages = await loans;
  const counts = countOf(environment, ends, stages);
  const reconciliation = await reconciled(environment);
  const { refusedByRateLimit: refused } = environment.sandbox.calls.toJSON();
  const { duplicates, lost, stuck } = counts;
  return {
    fields: {
      ...{ payouts: size.payouts, loans: size.loans, duplicates, lost, stuck, refused },
      ...{ reconciliation: { ...reconciliation }, kills },
    },
    holds: duplicates + lost + stuck + refused === 0 && agree(reconciliation, size.payouts + size.measured),
  };
}

/** What one worker gets done in a second, with nothing going wrong. */
async function payoutsPerSecond(environment: TestEnvironment, { measured, atOnce }: Size): Promise<number> {
  const startedAt = performance.now();
  await payAll(environment, { payouts: measured, atOnce });
  return Math.round((measured / (performance.now() - startedAt)) * 10_000) / 10;
}

/** Starts payouts, a new one whenever one has ended. */
async function payAll(
  { client }: TestEnvironment,
  { payouts, atOnce }: Pick<Size, 'payouts' | 'atOnce'>,
  ends = new Map<string, string | undefined>(),
): Promise<void> {
  const files = Array.from({ length: payouts }, (_, place) =>
    payoutFile('cluster', { amountKobo: 20_000 + place }),
  );
  const payOn = async () => {
    for (let file = files.shift(); file; file = files.shift()) {
      const one = [file];
      await retryUntilAcknowledged(() => startPayouts(client, one), PATIENCE_MS);
      ends.set(file.reference, await endOfPayout(client, file.reference, PATIENCE_MS));
      if (ends.size % 100 === 0) log(`  ${ends.size} payouts have ended`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, payOn));
}

interface Disaster {
  readonly what: string;
  readonly happen: () => Promise<void>;
}

/** Has disasters happen whenever another share of the work is done; how many there were. */
async function wreak(all: readonly Disaster[], done: () => number | boolean): Promise<number> {
  let happened = 0;
  for (const { what, happen } of all) {
    const share = (happened + 1) / (all.length + 1);
    while (Number(done()) < share) await sleep(100);
    await happen();
    happened += 1;
    log(`  ${what}, at ${Math.round(share * 100)} %`);
  }
  return happened;
}

/** What became of everything, by the bank's own log. */
function countOf(
  { sandbox }: TestEnvironment,
  ends: ReadonlyMap<string, string | undefined>,
  stages: readonly (string | undefined)[],
) {
  const committed = [...ends.keys()].map((reference) => timesCommitted(sandbox.state, reference));
  const disbursed = stages.filter((stage) => stage === 'DISBURSED').length;
  const unsettled = [...ends.values()].filter((end) => end !== 'SUCCESS').length;
  for (const stage of stages) if (stage !== 'DISBURSED') log(`  a loan is in ${stage ?? 'no final stage'}`);
  const loans = sandbox.state.loans.all();
  const loansTwice = loans.length - new Set(loans.map(({ applicationId }) => applicationId)).size;
  return {
    duplicates: committed.reduce((sum, times) => sum + Math.max(0, times - 1), 0) + loansTwice,
    lost: committed.filter((times) => times === 0).length,
    stuck: unsettled + (stages.length - disbursed),
  };
}

export const cluster: SelfContainedRun = {
  proves:
    'Two servers for production on PostgreSQL, three workers, desk and receiver: killed one after the other, nothing is lost or paid twice.',
  async prove(options) {
    const size = sizeOf(options, sizes);
    let server: TemporalCluster | undefined;
    const startTemporal = async () => (server = await TemporalCluster.start());
    const [postgres, row] = await inTestEnvironment(
      async (environment) => [
        await payoutsPerSecond(environment, size),
        await attack(environment, server!, size),
      ],
      { rate: RATE, desk: true, startTemporal },
    );
    const devServer = await inTestEnvironment((environment) => payoutsPerSecond(environment, size), {
      rate: RATE,
    });
    return { ...row, fields: { ...row.fields, payoutsPerSecond: { postgres, devServer } } };
  },
};
