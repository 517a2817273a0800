import { inTestEnvironment, type TestEnvironment } from '../test-environment';
import { burst } from '../arrivals';
import { BENEFICIARIES, byWorkflow, orderOf } from '../payouts';
import { percentile, rounded, log, type Row } from '../report';
import { cpuSeconds, descendantNamed } from '../processes';
import { carryOut } from '../work';
import { inParallel } from './in-parallel';
import type { SandboxSettings } from '../../sandbox/settings';
import { startCase } from '../../src/cases/start';
import { sendCommand } from '../../src/cases/commands';
import { payoutInput } from '../../src/domain/payout/input';
import { kinds } from '../../src/domain/kinds';

const UPDATES = 200;

interface Level extends Row {
  readonly concurrency: number;
  readonly payouts: number;
  readonly payoutsPerS: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly workerCpuSPer1000: number | null;
  readonly serverCpuSPer1000: number | null;
  readonly databaseKibPerPayout: number | null;
}

/** How many payouts, how soon, at what cost; and how soon an update is answered. */
export interface Levels {
  readonly alone: Level;
  readonly twenty: Level;
  readonly hundred: Level;
  readonly updates: Row & { readonly p50Ms: number | null };
}

/** Does the whole work, or a share of it: 4 means a fourth. */
export const measureLevels = (settings: SandboxSettings, share: number): Promise<Levels> =>
  inTestEnvironment(settings, async (environment) => {
    await warmUp(environment);
    const updates = await measureUpdates(environment, UPDATES / share);
    const alone = await measureLevel(environment, 1, 100 / share);
    const twenty = await measureLevel(environment, 20, 600 / share);
    const hundred = await measureLevel(environment, 100, 1_000 / share);
    return { alone, twenty, hundred, updates };
  });

/** Every beneficiary is known afterwards, and code that runs often is compiled. */
async function warmUp(environment: TestEnvironment): Promise<void> {
  log('Warming up.');
  for (let round = 0; round < 3; round++) {
    const work = { name: 'warm-up', code: `W${round}`, arrivalsMs: burst(BENEFICIARIES) };
    await carryOut(work, environment.sandbox, byWorkflow(environment));
  }
}

/** So many payouts, of which so many run at any time. */
async function measureLevel(
  environment: TestEnvironment,
  concurrency: number,
  payouts: number,
): Promise<Level> {
  log(`${payouts} payouts, ${concurrency} at a time`);
  const before = await usage(environment);
  const startedMs = performance.now();
  const payOut = byWorkflow(environment);
  const latencies = await inParallel(concurrency, payouts, (number) => payOut(`E${concurrency}-${number}`));
  const seconds = (performance.now() - startedMs) / 1_000;
  const after = await usage(environment);
  const per1000 = (what: keyof typeof after) => rounded(((after[what] - before[what]) / payouts) * 1_000);
  return {
    concurrency,
    payouts,
    payoutsPerS: rounded(payouts / seconds),
    p50Ms: rounded(percentile(latencies, 50)),
    p95Ms: rounded(percentile(latencies, 95)),
    workerCpuSPer1000: per1000('workerCpuS'),
    serverCpuSPer1000: per1000('serverCpuS'),
    databaseKibPerPayout: rounded((after.databaseBytes - before.databaseBytes) / payouts / 1_024),
  };
}

async function usage({ workerPid, databaseBytes }: TestEnvironment) {
  const [workerCpuS, serverCpuS, bytes] = await Promise.all([
    cpuSeconds(workerPid()),
    descendantNamed(process.pid, 'temporal').then(cpuSeconds),
    databaseBytes(),
  ]);
  return { workerCpuS, serverCpuS, databaseBytes: bytes };
}

/** How soon a person's update of a payout that waits for an answer is answered, one after the other. */
async function measureUpdates(
  { client }: TestEnvironment,
  count: number,
): Promise<Row & { p50Ms: number | null }> {
  log(`${count} updates`);
  const order = orderOf(0);
  const beneficiary = { ...order.beneficiary, accountName: 'ANOTHER HOLDER' };
  const { workflowId } = await startCase(
    client,
    kinds.payout,
    payoutInput.parse({ ...order, beneficiary, reference: 'U-1' }),
  );
  const latencies: number[] = [];
  for (let update = 0; update < count; update++) {
    const note = { requestId: `note-${update}`, actor: 'officer-1', role: 'officer', text: 'Looked at it' };
    const begunMs = performance.now();
    await sendCommand(client, workflowId, 'addNote', note);
    latencies.push(performance.now() - begunMs);
  }
  return {
    updates: count,
    p50Ms: rounded(percentile(latencies, 50)),
    p95Ms: rounded(percentile(latencies, 95)),
  };
}
