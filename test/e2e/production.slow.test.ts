import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '../support/program';

const root = mkdtempSync(join(tmpdir(), 'production-'));
/** What the compiler makes of a program's source. */
const built = (source: string) => join(root, source.replace(/^src/, 'dist').replace(/ts$/, 'js'));

/** The packages that `npm ci --omit=dev` installs, taken from what is installed here. */
function installPackages(): void {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const isOnTop = place.lastIndexOf('node_modules/') === 0;
    if (isOnTop && dev !== true && existsSync(place))
      cpSync(place, join(root, place), {
        recursive: true,
        filter: (path) => lock.packages[path]?.dev !== true,
      });
  }
}

function build(): void {
  const tsc = [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--outDir',
    join(root, 'dist'),
  ];
  const { status, stdout } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
}

let stack: Program;
beforeAll(() => {
  mkdirSync(join(root, 'node_modules'));
  installPackages();
  build();
  for (const name of ['package.json', 'migrations']) cpSync(name, join(root, name), { recursive: true });
  const free = ['--port', '0', '--ui-port', '0', '--sandbox-port', '0'];
  stack = new Program(built('src/stack.ts'), ['start', ...free, '--rate', '86400']);
});
afterAll(async () => {
  stack.interrupt();
  await stack.ended;
  rmSync(root, { recursive: true });
});

test('without development packages and without TypeScript, worker and command line carry out a payout', async () => {
  expect(
    ['typescript', 'tsx', 'jest'].filter((name) => existsSync(join(root, 'node_modules', name))),
  ).toEqual([]);
  const [, address = ''] = await stack.logged(/TEMPORAL_ADDRESS=(\S+)\. /);
  const payout = ['payout', 'start', 'examples/payout.json', '--wait', '--json'];
  const { code, out, err } = await new Program(built('src/starter.ts'), payout, { TEMPORAL_ADDRESS: address })
    .ended;
  expect({ code, err }).toEqual({ code: 0, err: expect.anything() });
  expect(JSON.parse(out)).toMatchObject({ result: { status: 'SUCCESS' } });
});
