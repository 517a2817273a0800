import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { inheritedEnvironment } from '../../src/config/read-config';
import type { Order } from './child';
import type { Confirmed } from './run';

/** What came of one program in a process of its own. */
export interface Ended extends Pick<Confirmed, 'findings' | 'isUnjudged' | 'unrepeated'> {
  readonly seed: number;
  readonly steps: number;
}

const PROJECT = join(__dirname, '../..');

/** Where programs run: on the sources of this project, if not on others; and how long at most. */
interface Place {
  readonly folder?: string;
  readonly longestMs?: number;
}

/** Runs programs in a process of its own, which ends when nobody waits for more. */
export async function* runApart(
  order: Order,
  { folder = PROJECT, longestMs }: Place = {},
): AsyncGenerator<Ended> {
  const tsx = createRequire(join(folder, 'package.json')).resolve('tsx');
  const at = (file: string) => join(folder, 'chaos', 'programs', file);
  const withoutCallStacks = join(folder, 'test/support/without-call-stacks.cjs');
  const before = ['--require', withoutCallStacks, '--import', pathToFileURL(tsx).href];
  const args = [...before, at('child.ts'), JSON.stringify(order)];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    // Whatever it leaves goes with the folder.
    env: { ...inheritedEnvironment(), ...(folder !== PROJECT && { TMPDIR: folder }) },
  });
  const exited = once(child, 'exit');
  const enough = new AbortController();
  const end = () => {
    enough.abort();
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const late = longestMs === undefined ? undefined : setTimeout(end, longestMs);
  try {
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('{')) yield JSON.parse(line) as Ended;
    const [code] = (await exited) as [number | null];
    if (code !== 0 && !enough.signal.aborted)
      throw new Error(`the process that ran programs ended with ${code}`);
  } finally {
    clearTimeout(late);
    end();
    await exited;
  }
}
