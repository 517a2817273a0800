import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A user of this machine. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user without any rights, under its usual number. */
const UNPRIVILEGED: SystemUser = { uid: 65_534, gid: 65_534 };

/** Who runs PostgreSQL, which refuses root: we ourselves (nothing) or, for root, `postgres` or else a user without rights. */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  } catch {
    return UNPRIVILEGED;
  }
}

const idOf = async (kind: '-u' | '-g'): Promise<number> =>
  Number((await promisify(execFile)('id', [kind, 'postgres'])).stdout);
