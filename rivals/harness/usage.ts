import { readFile } from 'node:fs/promises';
import { processesBelow, TICKS_PER_SECOND } from '../../bench/processes';

/** Processor time of all processes below ours, and of their children that have ended. */
export async function cpuSecondsBelow(): Promise<number> {
  const ticks = (await processesBelow(process.pid)).flatMap(({ userTicks, systemTicks, childrensTicks }) => [
    userTicks,
    systemTicks,
    ...childrensTicks,
  ]);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** Resident memory; what processes share, such as PostgreSQL's buffers, counts once. */
const memoryOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
};

/** Looks at the memory of all processes below ours until it is stopped; tells the most bytes that it saw. */
export function watchMemory(everyMs = 1_000): () => Promise<number> {
  let most = 0;
  const look = async () => {
    const sizes = await Promise.all((await processesBelow(process.pid)).map(({ pid }) => memoryOf(pid)));
    most = Math.max(
      most,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  };
  const timer = setInterval(() => void look(), everyMs);
  return async () => {
    clearInterval(timer);
    await look();
    return most;
  };
}
