import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Project } from '../support/scripts/project';

/** Writes down every signal and ends a moment after the first, as a program that cleans up does. */
const tidy = `
  const fs = require('node:fs');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      fs.appendFileSync('signals', signal + '\\n');
      setTimeout(() => { fs.writeFileSync('clean', ''); process.exit(signal === 'SIGINT' ? 130 : 5); }, 500);
    });
  fs.writeFileSync('ready', '');
  setInterval(() => {}, 1000);
`;

let project: Project;
const signalsSeen = () => readFileSync(project.path('signals'), 'utf8').trim().split('\n');

beforeEach(() => (project = new Project()));
afterEach(() => {
  project.remove();
});

async function until(name: string): Promise<void> {
  for (let tries = 0; !existsSync(project.path(name)); tries += 1) {
    if (tries > 250) throw new Error(`${name} did not appear`);
    await pause(20);
  }
}

async function startTidy() {
  project.putProgram('tidy', tidy);
  const started = project.start(['tidy']);
  await until('ready');
  return started;
}

test("the program's exit code, arguments and output are passed through", async () => {
  project.putProgram('seven', 'console.log(process.argv.slice(2).join()); process.exitCode = 7');
  expect(await project.run(['seven', '--json', 'a b'])).toMatchObject({
    code: 7,
    stdout: '--json,a b\n',
    stderr: '',
  });
});

test('a program that a signal ended gives 128 and its number', async () => {
  project.putProgram('killed', "process.kill(process.pid, 'SIGKILL')");
  expect((await project.run(['killed'])).code).toBe(137);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 5],
  ['SIGHUP', 5],
] as const)('%s reaches the program once, and its clean end is waited for', async (signal, code) => {
  const { child, ended } = await startTidy();
  child.kill(signal);
  await pause(50);
  child.kill(signal);
  expect((await ended).code).toBe(code);
  expect(signalsSeen()).toEqual([signal]);
  expect(existsSync(project.path('clean'))).toBe(true);
});

test('when this process is killed outright, the program ends too', async () => {
  const { child } = await startTidy();
  child.kill('SIGKILL');
  await until('clean');
  expect(signalsSeen()).toEqual(['SIGTERM']);
});
