import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { resolver } from '../supply-chain/locked-packages.mjs';

/** What stands beside the programs, as they look for it, and the examples that their help names. */
const FOLDERS = ['migrations', 'web/dist', 'examples'];

/** These packages and all that they need, as far as they are installed: those of other platforms are not. */
export function withAllTheyNeed(root, names, packages) {
  const find = resolver(packages.filter(({ inProduction }) => inProduction));
  const found = new Map();
  const open = names.map((name) => [name, '']);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const locked = find(...next);
    if (locked === undefined || found.has(locked.place) || !existsSync(join(root, locked.place))) continue;
    found.set(locked.place, locked);
    open.push(...locked.needs.map((name) => [name, locked.place]));
  }
  return [...found.values()];
}

/** Copies the compiled programs, what they look for beside them, and packages. */
export function copyContents({ root, built, target, packages }) {
  const isNoPackage = (path) => path !== join(built, 'node_modules');
  cpSync(built, join(target, 'dist'), { recursive: true, filter: isNoPackage });
  for (const folder of FOLDERS) cpSync(join(root, folder), join(target, folder), { recursive: true });
  for (const { place, isOurs } of packages) {
    const source = join(isOurs ? built : root, place);
    const filter = (path) =>
      path === source || !(/[\\/]node_modules$/.test(path) || OF_OTHER_PLATFORMS.test(path));
    cpSync(source, join(target, place), { recursive: true, filter });
  }
}

/** What Temporal's package calls this platform, and its parts that only other platforms, or nobody who runs it, need. */
const [ARCH, SYSTEM] = [
  { x64: 'x86_64', arm64: 'aarch64' }[process.arch],
  { darwin: 'apple-darwin', linux: 'unknown-linux-gnu', win32: 'pc-windows-msvc' }[process.platform],
];
const OF_OTHER_PLATFORMS = new RegExp(
  `core-bridge[\\\\/](?:releases[\\\\/](?!${ARCH}-${SYSTEM})[^\\\\/]+|sdk-core|src|bridge-macros)$`,
);

/** Imports of the programs that lead nowhere in the folder: `file: specifier`, each. */
export function missingImports(target) {
  const folder = join(target, 'dist');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isProgram);
  return files.flatMap((file) => {
    const { resolve } = createRequire(join(folder, file));
    const leadsHere = (specifier) =>
      isBuiltin(specifier) || succeeds(() => mustLieIn(target, resolve(specifier)));
    return requiredBy(join(folder, file))
      .filter((specifier) => !leadsHere(specifier))
      .map((specifier) => `dist/${file}: ${specifier}`);
  });
}

const isProgram = (file) => file.endsWith('.js') && !file.endsWith('.bundle.js');

const requiredBy = (path) =>
  [...readFileSync(path, 'utf8').matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(
    ([, specifier]) => specifier,
  );

function mustLieIn(folder, path) {
  if (relative(folder, path).startsWith('..')) throw new Error(`${path} lies outside of ${folder}`);
}

function succeeds(attempt) {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
