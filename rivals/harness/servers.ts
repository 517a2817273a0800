import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/read-config';
import { untilFree } from '../../stack/dev-server';
import { freePort } from '../../src/temporal/ports';
import { ChildServer, type ServerCommand } from '../../stack/child-server';
import { startDevServer } from '../../stack/dev-server';
import { startPostgres } from '../../stack/postgres/server';

/** The server of an engine, with a folder of its own. */
interface EngineServer {
  /** What the program needs to reach it. */
  readonly addresses: Readonly<Record<string, string>>;
  crash(): Promise<void>;
  diskBytes(): Promise<number>;
  stop(): Promise<void>;
}

export const SERVERS = { temporal, postgres, restate, redis };
export type ServerName = keyof typeof SERVERS;

async function temporal(folder: string): Promise<EngineServer> {
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const data = join(folder, 'temporal');
  await mkdir(data);
  const server = await startDevServer({ cliPath, port: 0, uiPort: 0, dbFile: join(data, 'temporal.db') });
  return {
    addresses: { temporal: server.address },
    crash: () => server.crash(),
    diskBytes: () => bytesIn(data),
    stop: () => server.stop(),
  };
}

async function postgres(folder: string): Promise<EngineServer> {
  const data = join(folder, 'postgres');
  const server = await startPostgres(data);
  await server.createDatabase('rivals');
  return {
    addresses: { postgres: server.ownerUrl('rivals') },
    crash: () => server.crash(),
    diskBytes: () => bytesIn(data),
    stop: () => server.stop(),
  };
}

async function restate(folder: string): Promise<EngineServer> {
  const data = join(folder, 'restate');
  const [node, ingress, admin, program] = await freePorts(4);
  const configFile = join(folder, 'restate.toml');
  await writeFile(
    configFile,
    `node-name = "one"
base-dir = "${data}"
bind-address = "127.0.0.1:${node}"
listen-mode = "tcp"
disable-telemetry = true
log-filter = "error"
[ingress]
bind-address = "127.0.0.1:${ingress}"
[admin]
bind-address = "127.0.0.1:${admin}"
[default-retry-policy]
max-interval = "5s"
`,
  );
  const url = (port: number | undefined) => `http://127.0.0.1:${port}`;
  const binary = join(
    ...[__dirname, '..', 'node_modules', '@restatedev'],
    ...[`restate-server-${process.platform}-${process.arch}`, 'bin', 'restate-server'],
  );
  const args = ['--no-logo', '--config-file', configFile];
  const command = { command: binary, args, env: { SCARF_ANALYTICS: 'false', RUST_BACKTRACE: '0' } };
  const isUp = async () =>
    (await fetch(`${url(admin)}/health`)).ok && (await fetch(`${url(ingress)}/restate/health`)).ok;
  const addresses = { ingress: url(ingress), admin: url(admin), port: String(program) };
  return kept({ command, isUp, data, addresses, ports: [node, ingress, admin] });
}

const run = promisify(execFile);

async function redis(folder: string): Promise<EngineServer> {
  const data = join(folder, 'redis');
  await mkdir(data);
  const [port = 0] = await freePorts(1);
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, ...durable];
  // BullMQ asks for it: a queue must not lose keys.
  const command = { command: 'redis-server', args: [...args, '--maxmemory-policy', 'noeviction'] };
  const isUp = async () => {
    const { stdout } = await run('redis-cli', ['-p', String(port), 'ping']);
    return stdout.includes('PONG');
  };
  const addresses = { redis: `redis://127.0.0.1:${port}` };
  return kept({ command, isUp, data, addresses, ports: [port] });
}

interface Kept {
  readonly command: ServerCommand;
  readonly isUp: () => Promise<boolean>;
  readonly data: string;
  readonly addresses: Readonly<Record<string, string>>;
  readonly ports: readonly (number | undefined)[];
}

const UP_WITHIN_MS = 60_000;

/** A server that is started again on the same data and ports. */
async function kept({ command, isUp, data, addresses, ports }: Kept): Promise<EngineServer> {
  const start = async () => {
    const child = new ChildServer(command);
    const deadline = performance.now() + UP_WITHIN_MS;
    while (!(await isUp().catch(() => false))) {
      if (child.hasEnded || performance.now() > deadline) {
        await child.stop();
        throw new Error(`${command.command} did not come up: ${child.complaint}`);
      }
      await sleep(50);
    }
    return child;
  };
  let server = await start();
  return {
    addresses,
    crash: async () => {
      await server.crash();
      for (const port of ports) await untilFree(port ?? 0);
      server = await start();
    },
    diskBytes: () => bytesIn(data),
    stop: () => server.stop(),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Bytes on disk of everything in a folder. */
export async function bytesIn(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    // A server may remove a file meanwhile. A file may be larger than what it takes.
    entries.map((entry) =>
      lstat(join(folder, entry)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
