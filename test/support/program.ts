import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** One of the project's programs in a process of its own, as people run it; a built one runs on plain Node. */
export class Program {
  readonly ended: Promise<Ended>;
  private readonly child: ChildProcess;
  private readonly printed = { out: '', err: '' };

  constructor(
    entry: string,
    args: readonly string[] = [],
    env: Record<string, string> = {},
    cwd?: string,
    node = process.execPath,
  ) {
    const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
    this.child = spawn(node, [...loader, entry, ...args], {
      env: { ...process.env, ...env },
      ...(cwd !== undefined && { cwd }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (text: Buffer) => (this.printed.out += String(text)));
    this.child.stderr?.on('data', (text: Buffer) => (this.printed.err += String(text)));
    this.ended = once(this.child, 'close').then(([code]) => ({ code: code as number, ...this.printed }));
  }

  /** Waits until it has said something on stderr; the match. What it said instead is in the error, after five minutes. */
  async logged(pattern: RegExp): Promise<RegExpExecArray> {
    for (const startedAt = Date.now(); Date.now() - startedAt < 300_000;) {
      const found = pattern.exec(this.printed.err);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`ended without ${pattern}: ${this.printed.err}`);
      await sleep(50);
    }
    throw new Error(`it has not said ${pattern}: ${this.printed.err}`);
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }

  /** Asks it to end, as containers do, and waits until it has. */
  terminate(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** It and all that it has started, directly or not. */
  processes(): number[] {
    const rows = ps('-A', '-o', 'pid=,ppid=').map((row) => row.split(/\s+/).map(Number));
    const below = (pid: number): number[] => [
      pid,
      ...rows.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child!)),
    ];
    return below(this.child.pid!);
  }
}

function ps(...args: string[]): string[] {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
}

/** Which of these processes still run: their state and command line. A process that only waits to be reaped does not. */
export const running = (pids: readonly number[]): string[] =>
  ps('-o', 'stat=,args=', '-p', pids.join(',')).filter((row) => !row.startsWith('Z'));

/** Those of these processes whose command line looks so. */
export const processesOf = (pids: readonly number[], command: RegExp): number[] =>
  ps('-o', 'pid=,args=', '-p', pids.join(','))
    .filter((row) => command.test(row))
    .map((row) => Number.parseInt(row, 10));

/** The stack on ports of its own, which makes its own keys. */
export const stack = (mode: 'demo' | 'start', ...args: string[]): Program =>
  stackOn(process.execPath, mode, ...args);

/** The same, run by another Node. */
export const stackOn = (node: string, mode: 'demo' | 'start', ...args: string[]): Program =>
  new Program(
    'stack/main.ts',
    [mode, '--port', '0', '--ui-port', '0', '--sandbox-port', '0', '--desk-port', '0', ...args],
    { AUTHORITY: 'signed' },
    undefined,
    node,
  );
