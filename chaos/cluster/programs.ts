import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { log } from '../report';

/** The server for production, of the same version as the one in the command line for development. */
const VERSION = 'v1.32.0';
const PACKAGES = ['go.temporal.io/server/cmd/server', 'go.temporal.io/server/cmd/tools/sql'];
const CACHE = join(__dirname, '../../.cache');

/** Temporal's server for production, and the program that makes its tables. */
export interface ServerPrograms {
  readonly server: string;
  readonly sqlTool: string;
}

/** The programs, built from their published source by Go the first time: four minutes on two cores. */
export async function serverPrograms(): Promise<ServerPrograms> {
  const folder = join(CACHE, 'bin', `temporal-server-${VERSION}`);
  if (!existsSync(folder)) await build(folder);
  return { server: join(folder, 'server'), sqlTool: join(folder, 'sql') };
}

async function build(folder: string): Promise<void> {
  log(`Building Temporal's server ${VERSION} with Go: about four minutes, once.`);
  await mkdir(join(CACHE, 'bin'), { recursive: true });
  const made = await mkdtemp(join(CACHE, 'building-'));
  try {
    await promisify(execFile)('go', ['install', ...PACKAGES.map((name) => `${name}@${VERSION}`)], {
      env: { ...process.env, GOBIN: made },
      maxBuffer: 1 << 26,
    });
    await rename(made, folder);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    const why =
      code === 'ENOENT' ? 'Go 1.26 or later is needed' : (stderr ?? String(error)).trim().slice(-600);
    throw new Error(`The server cannot be built: ${why}`, { cause: error });
  }
}
