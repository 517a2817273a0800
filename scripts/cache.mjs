import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { mustBeRightVersion, platform } from './binaries.mjs';
import { onExit } from './exit-hooks.mjs';
import { log, InstallerFailed } from './log.mjs';

export const projectRoot = fileURLToPath(new URL('..', import.meta.url));
export const cacheFolder = join(projectRoot, '.cache');

const placeOf = (binary) => join(cacheFolder, 'bin', `${binary.file}-${binary.version}-${platform}`);
const receiptOf = (binary) => `${placeOf(binary)}.json`;

/** The cached binary, or undefined. Unchanged since it was checked: trusted without reading it again. */
export async function cached(binary) {
  const path = placeOf(binary);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return undefined;
  const receipt = readReceipt(binary);
  if (receipt?.size === file.size && receipt.mtimeMs === file.mtimeMs) return path;
  try {
    const sha256 = await mustBeGenuine(binary, path, receipt?.sha256 ?? binary.sha256);
    writeReceipt(binary, { ...receipt, version: binary.version, sha256 });
    return path;
  } catch (problem) {
    if (!(problem instanceof InstallerFailed)) throw problem;
    log(`Getting ${binary.title} again: the cached file is damaged (${problem.message}).`);
    return undefined;
  }
}

/** Checks a file that was fetched or built, and only then moves it into the cache, in one step. */
export async function admit(binary, candidate, { builtHere = false, from }) {
  chmodSync(candidate, 0o755);
  const sha256 = await mustBeGenuine(binary, candidate, builtHere ? undefined : binary.sha256);
  mkdirSync(dirname(placeOf(binary)), { recursive: true });
  renameSync(candidate, placeOf(binary));
  writeReceipt(binary, { version: binary.version, from, sha256 });
  return placeOf(binary);
}

/** A folder for one installer's attempt; removed however the attempt ends. */
export async function inTemporaryFolder(work) {
  mkdirSync(cacheFolder, { recursive: true });
  const folder = mkdtempSync(join(cacheFolder, 'fetching-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const forget = onExit(remove);
  try {
    return await work(folder);
  } finally {
    forget();
    remove();
  }
}

/** Where the file of that name lies under `folder`: archives and wheels nest differently. */
export function locate(folder, fileName) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const entry = entries.find((each) => each.isFile() && each.name === fileName);
  if (!entry) throw new InstallerFailed(`it holds no file named ${fileName}`);
  return join(entry.parentPath ?? entry.path, entry.name);
}

async function mustBeGenuine(binary, path, expected) {
  const sha256 = await sha256Of(path);
  if (expected && sha256 !== expected)
    throw new InstallerFailed(
      `wrong checksum: expected ${expected.slice(0, 12)}…, got ${sha256.slice(0, 12)}…`,
    );
  await mustBeRightVersion(binary, path);
  return sha256;
}

async function sha256Of(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

function readReceipt(binary) {
  try {
    return JSON.parse(readFileSync(receiptOf(binary), 'utf8'));
  } catch {
    return undefined;
  }
}

function writeReceipt(binary, facts) {
  const { size, mtimeMs } = statSync(placeOf(binary));
  const temporary = `${receiptOf(binary)}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify({ ...facts, size, mtimeMs }, null, 2));
  renameSync(temporary, receiptOf(binary));
}
