import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'install-'))));
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** The npm that runs the tests, or the one on the path; neither reaches for the network. */
function npm(args: readonly string[]): void {
  const running = process.env['npm_execpath'];
  const [command, ...before] = running?.endsWith('.js') ? [process.execPath, running] : ['npm'];
  const { status, stderr } = spawnSync(command, [...before, ...args, '--offline'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: root },
  });
  if (status !== 0) throw new Error(stderr);
}

const put = (name: string, content: object) => {
  writeFileSync(join(root, name), JSON.stringify(content));
};

/** A project with one package, whose install script leaves a file behind; its own script leaves another. */
function plantProject(): void {
  mkdirSync(join(root, 'evil'));
  const postinstall = `node -e "require('fs').writeFileSync('${join(root, 'ran')}', '')"`;
  put('evil/package.json', { name: 'evil', version: '1.0.0', scripts: { postinstall } });
  npm(['pack', './evil']);
  const greet = `node -e "require('fs').writeFileSync('greeted', '')"`;
  put('package.json', { dependencies: { evil: 'file:evil-1.0.0.tgz' }, scripts: { greet } });
}

const ran = () => existsSync(join(root, 'ran'));
const installed = () => existsSync(join(root, 'node_modules/evil/package.json'));

test("with the project's settings npm installs a package and runs none of its scripts", () => {
  plantProject();
  copyFileSync('.npmrc', join(root, '.npmrc'));
  npm(['install']);
  rmSync(join(root, 'node_modules'), { recursive: true });
  npm(['ci']);
  expect({ installed: installed(), ran: ran() }).toEqual({ installed: true, ran: false });
});

test("with the project's settings npm still runs the project's own scripts", () => {
  plantProject();
  copyFileSync('.npmrc', join(root, '.npmrc'));
  npm(['run', 'greet']);
  expect(existsSync(join(root, 'greeted'))).toBe(true);
});
