import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../../src/config/read-config';
import { startStack, type Stack } from '../../stack/run-stack';
import { readStackOptions } from '../../stack/stack-options';
import { interruption } from '../../src/temporal/run-program';
import { Interrupted } from '../../stack/interrupted';
import { atMost, log, percentile, rounded, type Report } from '../report';
import { writeFixtures } from './fixtures';
import { work } from './load';
import { openDesk, type OpenDesk } from './open-desk';
import { POLICY, startApprovals, startRealCases } from './real-cases';
import { measureStaleness, totalOf, type SeenChange } from './staleness';

interface Size {
  readonly cases: number;
  readonly real: number;
  readonly approvals: number;
  readonly officers: number;
  readonly rounds: number;
}

/** Cases that are changed without the desk, in each round: the officers leave them alone. */
const CHANGED_A_ROUND = 6;
const realOf = ({ real, rounds }: Size) => real + rounds * CHANGED_A_ROUND;

const full: Size = { cases: 10_000, real: 500, approvals: 500, officers: 50, rounds: 7 };
const small: Size = { cases: 1_000, real: 20, approvals: 20, officers: 10, rounds: 2 };

/** Ports of its own, a clock as in production, and a window out of reach: the bank is not what is measured. */
const PORTS = ['--port', '--ui-port', '--sandbox-port'].flatMap((port) => [port, '0']);
const OPTIONS = ['start', ...PORTS, '--no-desk', '--no-schedules', '--rate', '1', '--limit', '1000000'];

/** Officers at work at a desk of many open cases. `real`: how many of them workflows carry. */
export async function measureDesk(quick: boolean, real?: number): Promise<Report> {
  const size = { ...(quick ? small : full), ...(real !== undefined && { real }) };
  const undo: (() => Promise<unknown>)[] = [];
  const asked = interruption().then((code): never => {
    throw new Interrupted(code);
  });
  try {
    return await Promise.race([asked, measure(size, undo)]);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

async function measure(size: Size, undo: (() => Promise<unknown>)[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const counted = join(folder, 'visibility');
  process.env['PAYOUT_POLICY_FILE'] = join(folder, 'policy.json');
  await writeFile(process.env['PAYOUT_POLICY_FILE'], JSON.stringify(POLICY));
  const options = { ...readStackOptions(OPTIONS), authority: 'signed' as const };
  const stack = await startStack({ ...options, cliPath: readConfig(['temporalCli']).temporalCli.path });
  undo.push(() => stack.stop());
  const counter = pathToFileURL(join(__dirname, 'visibility-count.mjs'));
  counter.searchParams.set('to', counted);
  const desk = await openDesk(stack, counter.href);
  undo.push(() => desk.stop());
  await fill(stack, desk, size);
  const requests = async () => Number(await readFile(counted, 'utf8'));
  const [before, began] = [await requests(), performance.now()];
  const found = await observe(stack, desk, size);
  const seconds = (performance.now() - began) / 1_000;
  return reportOf(size, { ...found, visibilityPerSecond: ((await requests()) - before) / seconds });
}

/** Fills the copy, and waits until the watcher has read every real case. */
async function fill(stack: Stack, desk: OpenDesk, size: Size): Promise<void> {
  const [{ cases, approvals }, real] = [size, realOf(size)];
  const fixtures = cases - real - approvals;
  await Promise.all([
    writeFixtures(desk.pool, desk.names, fixtures),
    startRealCases(stack, real).then(() => startApprovals(stack, approvals)),
  ]);
  log(`${fixtures} fixtures are written, ${real + approvals} cases are started.`);
  const officer = await desk.officer('observer', ['officer', 'approver']);
  while ((await totalOf(officer, 'tab=open&kind=payout&q=PO-BENCH')) < real) await sleep(500);
  while ((await totalOf(officer, 'tab=approvals')) < approvals) await sleep(500);
}

type Found = Awaited<ReturnType<typeof observe>>;

async function observe(stack: Stack, desk: OpenDesk, size: Size) {
  const { officers, rounds, real } = size;
  const staff = await Promise.all(
    Array.from({ length: officers }, (_, place) =>
      desk.officer(`officer-${place + 1}`, ['officer', 'approver']),
    ),
  );
  await Promise.all(staff.map((officer) => officer.listen()));
  // Not who proposes: a list of approvals shows what its reader may decide.
  const looking = await desk.officer('looking', ['officer', 'approver']);
  const over = new AbortController();
  const others = Array.from({ length: realOf(size) - real }, (_, place) => real + 1 + place);
  const stale = measureStaleness(stack, looking, others, over.signal);
  const worked = await work(staff, rounds, real).finally(() => over.abort());
  return { ...worked, stale: await stale };
}

function reportOf(
  { cases, real, approvals, officers, rounds }: Size,
  { times, problems, stale, visibilityPerSecond }: Found & { visibilityPerSecond: number },
): Report {
  const p95 = (values: readonly number[]) => rounded(percentile(values, 95));
  const figures = {
    listP95Ms: p95(times.list),
    searchP95Ms: p95(times.search),
    phoneP95Ms: p95(times.phone),
    approvalsP95Ms: p95(times.approvals),
    casePageP95Ms: p95(times.casePage),
    commandP95Ms: p95(times.command),
    visibilityPerSecond: rounded(visibilityPerSecond),
    staleP95Seconds: p95(stale.map(({ seconds }) => seconds)),
    ...{ cases, real, approvals, officers, failed: problems.length },
  };
  for (const problem of problems.slice(0, 10)) log(`  ${problem}`);
  const rows = Object.entries({ ...times, ...timesOf(stale) }).map(([what, all]) => ({
    ...{ what, times: all.length, 'p50 ms': rounded(percentile(all, 50)), 'p95 ms': p95(all) },
    'most ms': rounded(percentile(all, 100)),
  }));
  return {
    setting: { cases, real, approvals, officers, rounds: `${rounds} of 10 s` },
    tables: { 'At the desk': rows },
    figures,
    isProof: true,
    bars: [
      atMost('list p95, ms', figures.listP95Ms, 150),
      atMost('search p95, ms', figures.searchP95Ms, 150),
      atMost('search by phone p95, ms', figures.phoneP95Ms, 150),
      atMost('approvals p95, ms', figures.approvalsP95Ms, 300),
      atMost('case page p95, ms', figures.casePageP95Ms, 400),
      atMost('command to receipt p95, ms', figures.commandP95Ms, 300),
      atMost('visibility requests a second', figures.visibilityPerSecond, 2),
      atMost('a change made elsewhere visible p95, s', figures.staleP95Seconds, 4),
      atMost('requests that failed', figures.failed, 0),
    ],
  };
}

/** In milliseconds, for each kind of change. */
function timesOf(stale: readonly SeenChange[]): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  for (const { command, seconds } of stale) (times[`seen after ${command}`] ??= []).push(seconds * 1_000);
  return times;
}
