import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Project } from '../support/scripts/project';

/** An npm that takes a while, leaves a line per run, and installs the program `where`. */
const fakeNpm = `#!/bin/sh
echo "added 1 package"
echo "$1" >> "$PWD/npm-runs"
/bin/sleep 0.5
/bin/mkdir -p node_modules/.bin
echo 'console.log("ran")' > node_modules/.bin/where
`;

let project: Project;
const runsOfNpm = () => readFileSync(project.path('npm-runs'), 'utf8').trim().split('\n');

beforeEach(() => (project = new Project()));
afterEach(() => {
  project.remove();
});

function forgetInstalled(): void {
  project.put('node_modules/.installed-lock-sha256', 'of an older lock');
}

test('packages are installed once, with nothing of npm on stdout, and not again', async () => {
  forgetInstalled();
  project.putTool('npm', fakeNpm);
  expect(await project.run(['where'])).toMatchObject({ code: 0, stdout: 'ran\n' });
  expect(await project.run(['where'])).toMatchObject({ code: 0, stdout: 'ran\n', stderr: '' });
  expect(runsOfNpm()).toEqual(['ci']);
});

test('the set-up tells npm to run no script of a package, whatever its settings say', async () => {
  forgetInstalled();
  project.putTool(
    'npm',
    `#!/bin/sh\necho "$*" > "$PWD/npm-arguments"\n${fakeNpm.replace('#!/bin/sh\n', '')}`,
  );
  await project.run(['where']);
  const given = readFileSync(project.path('npm-arguments'), 'utf8');
  expect(given.trim().split(' ')).toContain('--ignore-scripts');
});

test('two that start at once install once, and both run', async () => {
  forgetInstalled();
  project.putTool('npm', fakeNpm);
  const both = await Promise.all([project.run(['where']), project.run(['where'])]);
  expect(both.map(({ code, stdout }) => [code, stdout])).toEqual([
    [0, 'ran\n'],
    [0, 'ran\n'],
  ]);
  expect(both.map(({ stderr }) => stderr).join('')).toMatch(/Another process is installing the packages/);
  expect(runsOfNpm()).toEqual(['ci']);
});

test('the lock of a process that died is taken over', async () => {
  forgetInstalled();
  project.putTool('npm', fakeNpm);
  const dead = { pid: 2 ** 30, host: hostname(), token: 'dead' };
  project.put('.cache/packages.lock/owner.json', JSON.stringify(dead));
  expect((await project.run(['where'])).code).toBe(0);
  expect(existsSync(project.path('.cache/packages.lock'))).toBe(false);
});

test('what was installed by hand is not installed again', async () => {
  forgetInstalled();
  const packages = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };
  project.put('package-lock.json', JSON.stringify({ packages: { '': {}, ...packages } }));
  project.put('node_modules/.package-lock.json', JSON.stringify({ packages }));
  expect((await project.run(['where'])).stderr).toBe('');
});

test('without npm one message says so, with the exit code for it', async () => {
  forgetInstalled();
  const { code, stderr } = await project.run(['where']);
  expect(code).toBe(3);
  expect(stderr).toMatch(/The packages are not installed: npm cannot be started \(ENOENT\)/);
});

test("a failed install gives npm's own reason and is tried again next time", async () => {
  forgetInstalled();
  project.putTool(
    'npm',
    '#!/bin/sh\necho "npm error code E404" >&2\necho "npm error no such package" >&2\nexit 1\n',
  );
  const { code, stderr } = await project.run(['where']);
  expect(code).toBe(3);
  expect(stderr).toMatch(/npm ci says:\n {2}- no such package\nWhat to do: /);
  project.putTool('npm', fakeNpm);
  expect((await project.run(['where'])).code).toBe(0);
});
