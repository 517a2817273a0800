import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/app';
import { burst } from '../arrivals';
import { countsOf } from '../budget/figures';
import { refusals, untilWindowEnds } from '../budget/windows';
import { byWorkflow } from '../payouts';
import { log, rounded, type Row } from '../report';
import type { TestEnvironment } from '../test-environment';
import { carryOut } from '../work';
import { keeperOf } from './keeper';

/** How the keeper is put out of action. */
export type Fate = 'kill -9' | 'SIGSTOP';

/** So many payouts: with their polls they take most of a window. */
const PAYOUTS = 60;
/** The keeper goes when so much of the window is used. */
const GONE_AT = 30;
/** What was on its way when it went has arrived by then. */
const ON_THE_WAY_MS = 500;
const LOOK_EVERY_MS = 20;

/** What became of one trial. */
export interface TakeOver extends Row {
  readonly fate: Fate;
  /** Until another worker called the bank. */
  readonly againAfterS: number | null;
  readonly refused: number;
  /** The most that any window was used, refused calls included. */
  readonly mostInAWindow: number;
  readonly unfinished: number;
}

/** Puts the keeper out of action in the middle of a window, while payouts wait; one it has stopped goes on later. */
export async function takeOver(environment: TestEnvironment, fate: Fate, number: number): Promise<TakeOver> {
  const { sandbox } = environment;
  await untilWindowEnds(sandbox);
  const { pid } = await keeperOf(environment);
  const before = countsOf(sandbox);
  const work = { name: fate, code: `T${number}`, arrivalsMs: burst(PAYOUTS) };
  const [courses, againMs] = await Promise.all([
    carryOut(work, sandbox, byWorkflow(environment)),
    strike(environment, fate, before.windows, pid),
  ]);
  const windows = sandbox.window.history.slice(before.windows);
  const found = {
    ...{ fate, againAfterS: rounded(againMs / 1_000) },
    refused: refusals(windows).reduce((sum, count) => sum + count, 0),
    mostInAWindow: Math.max(...windows.map(({ used }) => used)),
    unfinished: courses.filter(({ confirmedMs }) => confirmedMs === Infinity).length,
  };
  log(`  ${JSON.stringify(found)}`);
  return found;
}

/** Milliseconds until another worker called the bank. */
async function strike({ sandbox, hire }: TestEnvironment, fate: Fate, window: number, pid: number) {
  while ((sandbox.window.history[window]?.used ?? 0) < GONE_AT) await sleep(LOOK_EVERY_MS);
  process.kill(pid, fate === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL');
  const struckMs = performance.now();
  if (fate === 'kill -9') hire();
  await sleep(ON_THE_WAY_MS);
  await untilCalled(sandbox);
  const againMs = performance.now() - struckMs;
  if (fate === 'SIGSTOP') {
    await sleep(ON_THE_WAY_MS);
    process.kill(pid, 'SIGCONT');
  }
  return againMs;
}

async function untilCalled(sandbox: Sandbox): Promise<void> {
  const { calls } = countsOf(sandbox);
  while (countsOf(sandbox).calls === calls) await sleep(LOOK_EVERY_MS);
}
