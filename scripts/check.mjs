// Every check runs, two at a time, even when one fails; each says its result in one line.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './cache.mjs';
import { runCommand } from './commands.mjs';
import { log, seconds } from './log.mjs';
import { setUp } from './setup.mjs';

const AT_ONCE = 2;

const SOURCES = [
  'src',
  'packages',
  'sandbox',
  'stack',
  'probe',
  'web/src',
  'test',
  'chaos',
  'bench',
  'rivals/harness',
];

// The slow ones first.
const checks = [
  // At Node's own limit it would collect garbage for longer than it looks for mistakes.
  {
    name: 'lint',
    node: ['--max-old-space-size=7168'],
    command: 'eslint',
    args: ['.', '--max-warnings', '0'],
  },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the pages', command: 'tsc', args: ['-p', 'web'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: [...SOURCES, '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'unused code', command: 'knip', args: [] },
  { name: 'format', command: 'prettier', args: ['--check', '.'] },
  { name: 'packages', script: 'scripts/checks/packages.mjs' },
  { name: 'chart', script: 'scripts/checks/chart.mjs' },
];

/** A program of a package, or a script of this folder. */
const programOf = ({ command, script }) =>
  script ? join(projectRoot, script) : realpathSync(join(projectRoot, 'node_modules', '.bin', command));

async function run(check) {
  const startedAt = Date.now();
  const { name, node = [], command, script, args = [] } = check;
  const { code, output } = await runCommand(process.execPath, [...node, programOf(check), ...args], {
    cwd: projectRoot,
  });
  const holds = code === 0;
  if (!holds) log(`\n── ${name}: ${[command ?? script, ...args].join(' ')}\n${output.trim()}`);
  const skipped = /^Skipped: .*/m.exec(output)?.[0];
  return { name, said: skipped ?? (holds ? 'holds' : 'FAILS'), holds, took: seconds(startedAt) };
}

async function runFrom(queue, results) {
  for (let check = queue.shift(); check; check = queue.shift()) results.push(await run(check));
}

await setUp([], process.env);
const results = [];
const queue = [...checks];
await Promise.all(Array.from({ length: AT_ONCE }, () => runFrom(queue, results)));
log('');
for (const { name, said, took } of results) console.log(`${said}  ${name} (${took})`);
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;
