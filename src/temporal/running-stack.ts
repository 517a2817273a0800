import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A stack's announcement, by which the command line on the same machine finds its keys. */
const announcement = z.object({
  pid: z.int().positive(),
  /** The stack's key file, or `off`. */
  encryptionKeys: z.string(),
  /** The means to sign for the stack; missing if it accepts unsigned commands. */
  signing: z.object({ keyFile: z.string(), actor: z.string(), bankEnvironment: z.string() }).optional(),
});

export type Announcement = z.output<typeof announcement>;

/** Next to `src`, and to the built folder. */
const FOLDER = join(__dirname, '../../.cache/stacks');

/** The file of the announcement of the stack at an address. */
export const announcementPath = (address: string) =>
  join(FOLDER, `${/\d+$/.exec(address)?.[0] ?? 'unknown'}.json`);

/** The announcement of the stack that runs at this address of this machine; `undefined` if none runs. */
export function runningStack(address: string): Omit<Announcement, 'pid'> | undefined {
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(address)) return undefined;
  const { data } = announcement.safeParse(readJson(announcementPath(address)));
  return data && isRunning(data.pid) ? data : undefined;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
