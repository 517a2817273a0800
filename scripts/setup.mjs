import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { binaries } from './binaries.mjs';
import { projectRoot } from './cache.mjs';
import { findBinary } from './find-binary.mjs';
import { catchSignals, releaseSignals } from './exit-hooks.mjs';
import { ensurePackages } from './packages.mjs';
import { ensurePages } from './pages.mjs';
import { CANNOT_SET_UP, log, SetupProblem } from './log.mjs';

/** The one need that is no binary: the pages of the officers' desk, built. */
const PAGES = 'pages';

/** What `--needs` knows. */
export const NEEDS = [...Object.keys(binaries), PAGES];

/** Brings packages, binaries and pages; returns the variables that tell the program where the binaries are. */
export async function setUp(needs, env) {
  catchSignals();
  const found = {};
  const find = async (need) => (found[binaries[need].envName] = await findBinary(binaries[need], env));
  const packages = ensurePackages();
  const bring = (need) => (need === PAGES ? packages.then(ensurePages) : find(need));
  const results = await Promise.allSettled([packages, ...needs.map(bring)]);
  const problems = [
    ...new Set(results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason)),
  ];
  if (problems.length > 0) giveUp(problems);
  releaseSignals();
  return found;
}

/** What .env says, without what the environment says already: the environment wins. */
export function fromEnvFile(env) {
  const path = join(projectRoot, '.env');
  if (!existsSync(path)) return {};
  const entries = Object.entries(parseEnv(readFileSync(path, 'utf8')));
  return Object.fromEntries(entries.filter(([name]) => env[name] === undefined));
}

function giveUp(problems) {
  const unexpected = problems.find((problem) => !(problem instanceof SetupProblem));
  if (unexpected) throw unexpected;
  log(problems.map(({ message }) => message).join('\n\n'));
  process.exit(CANNOT_SET_UP);
}
