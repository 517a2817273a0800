import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { announcementPath, type Announcement } from '../src/temporal/running-stack';

const OWNER_ONLY = 0o600;

/** Announces where the keys of a stack are. The result withdraws the announcement. */
export function announceStack(address: string, keys: Omit<Announcement, 'pid'>): () => void {
  const path = announcementPath(address);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ pid: process.pid, ...keys }), { mode: OWNER_ONLY });
  return () => {
    rmSync(path, { force: true });
  };
}
