import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'ci-count-'));
afterAll(() => rmSync(folder, { recursive: true }));

const passed = { status: 'passed', fullName: 'it holds', failureMessages: [] };
const file = (name: string, isStuck = false) => ({
  name,
  ...(isStuck
    ? { status: 'failed', message: 'its process was killed', assertionResults: [] }
    : { status: 'passed', message: '', assertionResults: [passed] }),
});
type TestFile = ReturnType<typeof file>;
const UNENDED = {
  ...{ name: 'b', status: 'failed', message: 'Exceeded timeout of 120000 ms for a test.' },
  assertionResults: [passed, { ...passed, status: 'failed' }],
};

/** The last line about a run with these files, then with those that ran once more, and jest's exit code. */
function counted(exitCode: number, once?: TestFile[], again?: TestFile[]): string {
  const results = join(folder, `${Math.random()}.json`);
  const write = (path: string, testResults: TestFile[]) => {
    writeFileSync(path, JSON.stringify({ testResults }));
  };
  if (once) write(results, once);
  if (again) write(`${results}.again`, again);
  const { stdout } = spawnSync(process.execPath, ['.ci/count.mjs', results, String(exitCode)], {
    encoding: 'utf8',
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

test.each([
  ['all held', '2 passed, 0 failed', counted(0, [file('a'), file('b')])],
  ['something went wrong around them', '1 passed, 1 failed', counted(1, [file('a')])],
  ['a file was stuck', '1 passed, 1 failed', counted(1, [file('a'), file('b', true)])],
  ['it held once more', '2 passed, 0 failed', counted(1, [file('a'), file('b', true)], [file('b')])],
  ['a test did not end', '2 passed, 1 failed', counted(1, [file('a'), UNENDED])],
  ['it ended once more', '2 passed, 0 failed', counted(1, [file('a'), UNENDED], [file('b')])],
  ['it was stuck again', '1 passed, 1 failed', counted(1, [file('a'), file('b', true)], [file('b', true)])],
  ['another file failed', '1 passed, 1 failed', counted(1, [file('a', true), file('b', true)], [file('b')])],
  ['the run itself was killed', '1 passed, 1 failed', counted(124, undefined, [file('b')])],
])('the build server counts a run of which %s as %s', (_, expected, told) => {
  expect(told).toBe(expected);
});

test('a file of which a test did not end runs once more, and no other one that failed', () => {
  const results = join(folder, 'unended.json');
  writeFileSync(results, JSON.stringify({ testResults: [file('a'), UNENDED, file('c', true)] }));
  const { stdout } = spawnSync(process.execPath, ['.ci/unended.mjs', results], { encoding: 'utf8' });
  expect(stdout).toBe('b\n');
});
