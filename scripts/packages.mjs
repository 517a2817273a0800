import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectRoot } from './cache.mjs';
import { lastLine, runCommand } from './commands.mjs';
import { withLock } from './lock.mjs';
import { log, seconds, SetupProblem } from './log.mjs';

const lockPath = join(projectRoot, 'package-lock.json');
const stampPath = join(projectRoot, 'node_modules', '.installed-lock-sha256');
const installedPath = join(projectRoot, 'node_modules', '.package-lock.json');

/** Installs what package-lock.json says, unless exactly that is installed already. */
export async function ensurePackages() {
  if (isInstalled()) return;
  await withLock(join(cacheFolder, 'packages.lock'), 'installing the packages', async () => {
    if (!isInstalled()) await install();
  });
}

function isInstalled() {
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === lockSha256()) return true;
  if (!installedByHand()) return false;
  writeStamp();
  return true;
}

const lockSha256 = () => createHash('sha256').update(readFileSync(lockPath)).digest('hex');
const writeStamp = () => writeFileSync(stampPath, lockSha256());

// After `npm install something` by hand everything is in place: installing it all again would only cost time.
function installedByHand() {
  if (!existsSync(installedPath)) return false;
  const wanted = JSON.parse(readFileSync(lockPath, 'utf8')).packages;
  const present = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  const agrees = ([path, entry]) => path === '' || samePackage(entry, present[path]);
  return Object.entries(wanted).every(agrees) && Object.keys(present).every((path) => path in wanted);
}

// Optional packages are mostly those of other platforms, which npm leaves out.
function samePackage(wanted, present) {
  if (!present) return wanted.optional === true;
  return wanted.version === present.version && wanted.integrity === present.integrity;
}

async function install() {
  const startedAt = Date.now();
  log('Installing the locked packages (npm ci) …');
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress'];
  const { code, error, output } = await runCommand(...npm(args), { cwd: projectRoot });
  if (error) throw new SetupProblem(`The packages are not installed: npm cannot be started (${error.code}).`);
  if (code !== 0) throw new SetupProblem(explain(output));
  writeStamp();
  log(`Installed the packages in ${seconds(startedAt)}.`);
}

// The npm that is running us, where there is one: it is the one the user chose.
function npm(args) {
  const running = process.env.npm_execpath;
  return running?.endsWith('.js') ? [process.execPath, [running, ...args]] : ['npm', args];
}

function explain(output) {
  const errors = [...output.matchAll(/^npm error (.+)$/gm)].map(([, line]) => line);
  const reasons = errors
    .filter((line) => !/^(code |A complete log|path |errno |syscall )/.test(line))
    .slice(0, 3);
  return [
    'The packages could not be installed. npm ci says:',
    ...(reasons.length > 0 ? reasons : [lastLine(output)]).map((line) => `  - ${line}`),
    'What to do: run "npm ci" to see all of it. Without a network, run this once where there is one.',
  ].join('\n');
}
