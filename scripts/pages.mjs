import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectRoot } from './cache.mjs';
import { lastLine, runCommand } from './commands.mjs';
import { withLock } from './lock.mjs';
import { log, seconds, SetupProblem } from './log.mjs';

const built = join(projectRoot, 'web', 'dist');
const stampPath = join(built, '.sources-sha256');

/** Builds the pages of the officers' desk, unless exactly these are built already. */
export async function ensurePages() {
  if (isBuilt()) return;
  await withLock(join(cacheFolder, 'pages.lock'), 'building the pages', async () => {
    if (!isBuilt()) await build();
  });
}

const isBuilt = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === sourcesSha256();

async function build() {
  const startedAt = Date.now();
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await runCommand(
    process.execPath,
    [vite, 'build', '--config', 'web/vite.config.mts', '--logLevel', 'warn'],
    { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (code !== 0) throw new SetupProblem(`The pages cannot be built: ${lastLine(output)}`);
  writeFileSync(stampPath, sourcesSha256());
  log(`Built the pages in ${seconds(startedAt)}.`);
}

/** Of everything that the pages are made of: their own files, the rules of domain that they use, the packages. */
function sourcesSha256() {
  const folders = ['web/src', 'web/public', 'src/domain'].flatMap((folder) =>
    filesIn(join(projectRoot, folder)),
  );
  const files = ['web/index.html', 'web/vite.config.mts', 'package-lock.json'].map((path) =>
    join(projectRoot, path),
  );
  const hash = createHash('sha256');
  for (const file of [...folders, ...files].sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
