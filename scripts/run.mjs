// node scripts/run.mjs [--needs temporal,test-server,pages] <entry.ts | name of a package's command> [arguments…]
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from './cache.mjs';
import { launch } from './launch.mjs';
import { log } from './log.mjs';
import { fromEnvFile, NEEDS, setUp } from './setup.mjs';

const WRONG_USE = 2;

function readArguments([first, ...rest]) {
  const needs = first === '--needs' ? (rest.shift() ?? '').split(',') : [];
  const entry = first === '--needs' ? rest.shift() : first;
  const unknown = needs.find((need) => !NEEDS.includes(need));
  if (unknown !== undefined)
    endAsMisused(`--needs knows ${new Intl.ListFormat('en-GB').format(NEEDS)}, not "${unknown}".`);
  if (!entry)
    endAsMisused(
      'Usage: node scripts/run.mjs [--needs temporal,test-server,pages] <entry.ts | command> [arguments…]',
    );
  return { needs, entry, args: rest };
}

function endAsMisused(message) {
  log(message);
  process.exit(WRONG_USE);
}

/** For tests alone: it also holds in the processes and threads that they start with the same arguments. */
const WITHOUT_CALL_STACKS = ['--require', join(projectRoot, 'test/support/without-call-stacks.cjs')];

function nodeArguments(entry) {
  if (!entry.endsWith('.ts'))
    return [
      ...(entry === 'jest' ? WITHOUT_CALL_STACKS : []),
      realpathSync(join(projectRoot, 'node_modules', '.bin', entry)),
    ];
  const tsx = createRequire(join(projectRoot, 'package.json')).resolve('tsx');
  return ['--import', pathToFileURL(tsx).href, join(projectRoot, entry)];
}

const { needs, entry, args } = readArguments(process.argv.slice(2));
const fileEnv = fromEnvFile(process.env);
const found = await setUp(needs, { ...fileEnv, ...process.env });
// Only the project's own programs read .env: tests and checks must not depend on it.
const env = { ...(entry.endsWith('.ts') ? fileEnv : {}), ...process.env, ...found };
launch([...nodeArguments(entry), ...args], env);
