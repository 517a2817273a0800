import { readdir, readFile } from 'node:fs/promises';

/** Ticks of Linux in a second, as /proc counts them. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

interface Usage {
  /** Processor time of the processes, and of their children that have ended. */
  readonly cpuSeconds: number;
  readonly residentBytes: number;
}

/** What all processes below another one use. */
export async function usageBelow(ancestor: number): Promise<Usage> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const known = await Promise.all(pids.map((pid) => statOf(pid).catch(() => undefined)));
  const processes = known.filter((entry) => entry !== undefined);
  const family = new Set([ancestor]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  const below = processes.filter(({ pid }) => pid !== ancestor && family.has(pid));
  return {
    cpuSeconds: below.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    residentBytes: below.reduce((sum, { pages }) => sum + pages, 0) * PAGE_BYTES,
  };
}

/** The name stands in parentheses and may hold blanks: everything else is counted from behind it. */
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = (/\(.*\) (.*)/s.exec(text)?.[1] ?? '').split(' ').map(Number);
  const [parent = 0, ticks = 0, pages = 0] = [
    fields[1],
    fields.slice(11, 15).reduce((sum, each) => sum + each, 0),
    fields[21],
  ];
  return { pid, parent, ticks, pages };
}

/** Looks at the memory of all processes below ours until it is stopped; tells the most that it saw. */
export function watchMemory(everyMs = 500): () => number {
  let most = 0;
  const look = () =>
    void usageBelow(process.pid).then(({ residentBytes }) => (most = Math.max(most, residentBytes)));
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    return most;
  };
}
