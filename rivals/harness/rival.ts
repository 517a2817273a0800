import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '../../stack/program-process';
import type { Settings } from '../engines/common/settings';
import { readEnds } from './ends';
import type { Engine, OpenEngine, Task } from './engine';
import { SERVERS, type ServerName } from './servers';

/** The program of an engine, with the server that it needs. */
interface Rival {
  readonly name: string;
  readonly folder: string;
  readonly server: ServerName;
  readonly durability: string;
}

const RIVALS: readonly Rival[] = [
  {
    ...{ name: 'plain Temporal', folder: 'temporal', server: 'temporal' },
    durability: 'SQLite of the development server, WAL, synchronous=FULL',
  },
  {
    ...{ name: 'DBOS', folder: 'dbos', server: 'postgres' },
    durability: 'PostgreSQL, fsync=on, synchronous_commit=on',
  },
  {
    ...{ name: 'Restate', folder: 'restate', server: 'restate' },
    durability: 'one node, its log written through (rocksdb-disable-wal-fsync=false)',
  },
  {
    ...{ name: 'BullMQ', folder: 'bullmq', server: 'redis' },
    durability: 'Redis, appendonly yes, appendfsync always',
  },
];

const COMMON = ['bank', 'cadence', 'program', 'settings'];

const VARIANTS = ['idiomatic', 'careful'] as const;
type Variant = (typeof VARIANTS)[number];

const ENGINES = join('rivals', 'engines');

/** The engines besides the project, each in two variants. */
export const rivals: readonly Engine[] = RIVALS.flatMap((rival) =>
  VARIANTS.map((variant) => ({
    ...{ name: rival.name, variant, durability: rival.durability },
    files: filesOf(rival, variant),
    open: (task) => openProgram(join(ENGINES, rival.folder, 'program.ts'), variant, task, rival.server),
  })),
);

/** A folder without the other variant, and what it shares with the others. */
function filesOf({ folder }: Rival, variant: Variant): string[] {
  const carefully = variant === 'careful' && ['dbos', 'restate'].includes(folder) ? ['attempts'] : [];
  const shared = [...COMMON, ...carefully].map((name) => join(ENGINES, 'common', `${name}.ts`));
  return [join(ENGINES, folder), ...shared];
}

/** Starts the server of a program that takes its settings from a file. */
async function openProgram(
  program: string,
  variant: Variant,
  task: Task,
  serverName: ServerName,
): Promise<OpenEngine> {
  const server = await SERVERS[serverName](task.folder);
  const at = (name: string) => join(task.folder, name);
  const [settingsFile, endsFile, startFile] = [at('settings.json'), at('ends.jsonl'), at('start.json')];
  const { limit, windowSeconds, rate, serviceKey, apiKey } = task.sandbox.settings;
  const settings: Settings = {
    ...{ variant, rate, endsFile, startFile, folder: task.folder, server: server.addresses },
    ...{ payouts: task.payouts, atOnce: task.atOnce, firstLookSeconds: task.firstLookSeconds },
    bank: { url: task.bankUrl, serviceKey, apiKey },
    limit: task.isLimited ? { calls: limit, windowMs: windowSeconds * 1_000 } : null,
  };
  await writeFile(settingsFile, JSON.stringify(settings));
  return {
    start: () => startProgram(program, { RIVAL_SETTINGS: settingsFile }),
    prepare: () => untilReady(endsFile),
    begin: async (startMs) => {
      // The program must not read half of it.
      await writeFile(`${startFile}.new`, JSON.stringify({ startMs }));
      await rename(`${startFile}.new`, startFile);
    },
    ends: async () => (await readEnds(endsFile)).ends,
    crashServer: () => server.crash(),
    diskBytes: () => server.diskBytes(),
    stop: () => server.stop(),
  };
}

const READY_WITHIN_MS = 60_000;
const LOOK_MS = 50;

async function untilReady(endsFile: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while ((await readEnds(endsFile)).ready === 0) {
    if (performance.now() > deadline) throw new Error('The program was not ready within a minute.');
    await sleep(LOOK_MS);
  }
}

const NODE_MODULES = join(__dirname, '..', 'node_modules');

/** Why no rival can run here; `undefined` if they can. */
export const whyNoRivals = (): string | undefined =>
  existsSync(NODE_MODULES) ? undefined : 'their packages are not installed: run `npm ci` in rivals/';

/** The versions of the rivals' packages, as pinned. */
export async function versions(): Promise<Record<string, string>> {
  const text = await readFile(join(__dirname, '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}
