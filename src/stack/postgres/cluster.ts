import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresError, postgresPrograms, type PostgresPrograms } from './programs';
import { postgresUser, type SystemUser } from './user';

/** The data of a server, and what runs it. */
export interface Cluster {
  readonly programs: PostgresPrograms;
  readonly data: string;
  readonly user: SystemUser | undefined;
  /** Of both roles: they differ in what they may do, and this machine's user has both. */
  readonly password: string;
}

/** The cluster in a folder; made anew where there is none. */
export async function initialise(folder: string, owner: string): Promise<Cluster> {
  const user = await postgresUser();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const programs = await postgresPrograms(folder, user);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  if (!(await exists(join(data, 'PG_VERSION')))) {
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (user) await chown(passwordFile, user.uid, user.gid);
    await make(programs, [`--pgdata=${data}`, `--username=${owner}`, `--pwfile=${passwordFile}`], user);
  }
  return { programs, data, user, password: await readFile(passwordFile, 'utf8') };
}

async function make(
  { initdb }: PostgresPrograms,
  args: readonly string[],
  user: SystemUser | undefined,
): Promise<void> {
  const usual = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(initdb, [...args, ...usual], { ...user, cwd: '/' }).catch((error: unknown) => {
    throw new PostgresError(
      `PostgreSQL cannot make its data: ${String((error as { stderr?: unknown }).stderr ?? error)}`,
    );
  });
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
