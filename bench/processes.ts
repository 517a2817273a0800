import { readdir, readFile } from 'node:fs/promises';

/** Ticks of Linux in a second, as /proc counts them. */
export const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used. */
export async function cpuSeconds(pid: number): Promise<number> {
  const { userTicks, systemTicks } = await statOf(pid);
  return (userTicks + systemTicks) / TICKS_PER_SECOND;
}

/** All processes below another process. */
export async function processesBelow(ancestor: number) {
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

/** The process below another process whose command has a name that begins so. */
export async function descendantNamed(ancestor: number, name: string): Promise<number> {
  const found = (await processesBelow(ancestor)).find((entry) => entry.name.startsWith(name));
  if (!found) throw new Error(`No process below ${ancestor} runs ${name}.`);
  return found.pid;
}

/** The name stands in parentheses and may hold blanks: everything else is counted from behind it. */
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(text) ?? [];
  const fields = rest.split(' ').map(Number);
  const [userTicks = 0, systemTicks = 0, ...childrensTicks] = fields.slice(11, 15);
  return { pid, name, parent: fields[1] ?? 0, userTicks, systemTicks, childrensTicks };
}
