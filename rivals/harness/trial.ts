import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countsOf, figuresOf } from '../../bench/budget/figures';
import { percentile, rounded, log, type Row } from '../../bench/report';
import { undoing } from '../../bench/test-environment';
import { coursesOf, type Course } from '../../bench/work';
import { createSandbox, type Sandbox } from '../../sandbox/app';
import type { Before } from '../../bench/budget/figures';
import { titleOf, type End, type Engine, type OpenEngine } from './engine';
import { judge, longestPauseMs } from './judge';
import { SupervisedProgram } from './supervised-program';
import { cpuSecondsBelow, watchMemory } from './usage';
import type { RivalWork } from './works';

const LOOK_MS = 50;

/** One engine at one piece of work, on servers and a bank of its own. `front` opens what stands before the bank. */
export const tryOut = (
  engine: Engine,
  work: RivalWork,
  seed: string,
  front = async (bankUrl: string) => bankUrl,
): Promise<Row> =>
  undoing(async (undo) => {
    const folder = await mkdtemp(join(tmpdir(), 'rivals-'));
    // PostgreSQL runs as another user where we are root.
    await chmod(folder, 0o755);
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const sandbox = await createSandbox({ ...work.sandbox, seed });
    undo.push(() => sandbox.close());
    const bankUrl = await front(await sandbox.listen({ port: 0 }));
    const { payouts, firstLookSeconds, atOnce } = work;
    const isLimited = work.measures === 'limit';
    const task = { payouts, firstLookSeconds, atOnce, isLimited, folder, sandbox, bankUrl };
    const open = await engine.open(task);
    undo.push(() => open.stop());
    const program = new SupervisedProgram(() => open.start());
    undo.push(() => program.stop());
    await open.prepare();
    log(`${titleOf(engine)}: ${work.name}`);
    const row = await measure({ engine, work, sandbox, open, program });
    log(`  ${JSON.stringify(row)}`);
    return row;
  });

interface Trial {
  readonly engine: Engine;
  readonly work: RivalWork;
  readonly sandbox: Sandbox;
  readonly open: OpenEngine;
  readonly program: SupervisedProgram;
}

async function measure(trial: Trial): Promise<Row> {
  const { work, sandbox, open, program, engine } = trial;
  const before = { ...countsOf(sandbox), cpu: await cpuSeconds(), disk: await open.diskBytes() };
  const stopWatching = watchMemory();
  const startMs = Date.now();
  await open.begin(startMs);
  const kills = killAll(trial);
  const ends = await untilOver(trial, startMs);
  await kills.stop();
  const endMs = Date.now();
  const cpu = await cpuSeconds();
  const mostBytes = await stopWatching();
  const disk = await open.diskBytes();
  const confirmed = new Map(ends.map(({ reference, atMs }) => [reference, atMs]));
  const courses = coursesOf(work.payouts, startMs, confirmed, sandbox);
  const log = sandbox.state.committed.list();
  const verdict = judge(
    work.payouts.map(({ reference }) => reference),
    log,
    ends,
  );
  const common = {
    ...{ work: work.name, engine: engine.name, variant: engine.variant, payouts: work.payouts.length },
    ...verdict,
    ...{ programRestarts: program.fellOver, seconds: rounded((endMs - startMs) / 1_000) },
  };
  if (work.measures === 'limit') return { ...common, ...limitColumns(trial, before, courses) };
  const callsEach = rounded((countsOf(sandbox).calls - before.calls) / work.payouts.length);
  const longestPauseS = rounded(longestPauseMs(courses, endMs) / 1_000);
  if (work.measures === 'faults') return { ...common, callsEach, longestPauseS, ...kills.done() };
  const per1000 = (amount: number) => rounded((amount / work.payouts.length) * 1_000);
  const lasts = Math.max(...ends.map(({ atMs }) => atMs));
  const latencies = ends.flatMap(({ begunMs, atMs }) => (begunMs === null ? [] : [atMs - begunMs]));
  return {
    ...{ ...common, callsEach, perSecond: rounded((ends.length / (lasts - startMs)) * 1_000) },
    p50Ms: rounded(percentile(latencies, 50)),
    cpuSecondsPer1000: per1000(cpu.engine - before.cpu.engine),
    harnessCpuSecondsPer1000: per1000(cpu.harness - before.cpu.harness),
    diskMbPer1000: per1000((disk - before.disk) / 1e6),
    mostMemoryMb: rounded(mostBytes / 1e6),
  };
}

/** Of the engine's processes; and of ours, which has the bank, and starts this project's payouts. */
const cpuSeconds = async () => {
  const { user, system } = process.cpuUsage();
  return { engine: await cpuSecondsBelow(), harness: (user + system) / 1e6 };
};

/** The columns of work under the limit. */
function limitColumns({ sandbox, work, engine }: Trial, before: Before, courses: readonly Course[]): Row {
  const figures = figuresOf({ who: titleOf(engine), work: work.name }, sandbox, before, courses);
  return {
    callsEach: figures.callsPerPayout,
    refused: figures.refused,
    leastUse: figures.leastUseWhileWaiting,
    sentP95S: figures.submittedP95S === null ? null : rounded(figures.submittedP95S * sandbox.settings.rate),
    confirmedP50S: figures.confirmedP50S,
    confirmedP95S: figures.confirmedP95S,
  };
}

/** Resolves with the ends once every payout has one, or patience has run out. */
async function untilOver({ work, open }: Trial, startMs: number): Promise<readonly End[]> {
  const wanted = new Set(work.payouts.map(({ reference }) => reference));
  const lastMs = Math.max(...work.payouts.map(({ afterMs }) => afterMs));
  const deadline = startMs + lastMs + work.patienceMs;
  for (;;) {
    const ends = (await open.ends()).filter(({ reference }) => wanted.has(reference));
    if (ends.length >= wanted.size || Date.now() > deadline) return ends;
    await sleep(LOOK_MS);
  }
}

/** Kills the program and the server, each at evenly spread counts of committed payouts, and not both at once. */
function killAll({ work, sandbox, open, program }: Trial) {
  const done = { workerKills: 0, serverKills: 0 };
  let isOver = false;
  const allCommitted = () => sandbox.state.committed.list({ effect: 'payout-committed' }).length;
  const before = allCommitted();
  const committed = () => allCommitted() - before;
  const killAt = async (kills: number, from: number, kill: () => Promise<void>) => {
    for (let number = 0; number < kills; number++) {
      const count = ((number + from) / kills) * work.payouts.length * 0.95;
      while (committed() < count) {
        if (isOver) return;
        await sleep(5);
      }
      await kill();
    }
  };
  const killing = Promise.all([
    killAt(work.workerKills, 0.5, async () => {
      await program.kill();
      done.workerKills += 1;
    }),
    killAt(work.serverKills, 0.7, async () => {
      await open.crashServer();
      done.serverKills += 1;
    }),
  ]);
  return {
    done: () => done,
    stop: async () => {
      isOver = true;
      await killing;
    },
  };
}
