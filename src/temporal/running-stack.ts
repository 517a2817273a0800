import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** What a stack says about itself, so that the command line on the same machine finds its keys. */
const announcement = z.object({ pid: z.int().positive(), encryptionKeys: z.string() });

/** Beside `src` and beside what is built from it. */
const FOLDER = join(__dirname, '../../.cache/stacks');
const OWNER_ONLY = 0o600;

const pathOf = (address: string) => join(FOLDER, `${/\d+$/.exec(address)?.[0] ?? 'unknown'}.json`);

/** Says where the keys of a stack lie, or that it encrypts nothing (`off`). The result takes that back. */
export function announceStack(address: string, encryptionKeys: string): () => void {
  const path = pathOf(address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ pid: process.pid, encryptionKeys }), { mode: OWNER_ONLY });
  return () => {
    rmSync(path, { force: true });
  };
}

/** The key file of the stack that runs at this address of this machine, or `off`; nothing where none runs. */
export function keysOfRunningStack(address: string): string | undefined {
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(address)) return undefined;
  const { data } = announcement.safeParse(readJson(pathOf(address)));
  return data && isRunning(data.pid) ? data.encryptionKeys : undefined;
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
