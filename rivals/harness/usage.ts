import { readdir, readFile } from 'node:fs/promises';

/** Ticks of Linux in a second, as /proc counts them. */
const TICKS_PER_SECOND = 100;

/** Processor time of all processes below ours, and of their children that have ended. */
export const cpuSecondsBelow = async (): Promise<number> =>
  (await processesBelow(process.pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND;

async function processesBelow(ancestor: number) {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const known = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)));
  const processes = known.filter((entry) => entry !== undefined);
  const family = new Set([ancestor]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  return processes.filter(({ pid }) => pid !== ancestor && family.has(pid));
}

/** The name stands in parentheses and may hold blanks: everything else is counted from behind it. */
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = (/\(.*\) (.*)/s.exec(text)?.[1] ?? '').split(' ').map(Number);
  return { pid, parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) };
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
