import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../supply-chain/locked-packages.mjs';
import { compileSources } from './compile.mjs';

/** The folders of our own packages. */
export const ownPackages = (root) =>
  readdirSync(join(root, 'packages')).map((name) => join('packages', name));

/**
 * Writes a package of ours as others install it, but for its declarations: in the repository its entries are sources,
 * so that nothing must be compiled before a program or a test runs. Returns its folder.
 */
export function compilePackage(root, folder, nodeModules) {
  const manifest = readJson(root, join(folder, 'package.json'));
  const target = join(nodeModules, manifest.name);
  compileSources(join(root, folder, 'src'), join(target, 'dist'));
  for (const name of ['README.md', 'LICENSE']) cpSync(join(root, folder, name), join(target, name));
  const entries = Object.entries(manifest.exports).map(([entry, source]) => [entry, compiledEntry(source)]);
  const published = { ...manifest, private: undefined, exports: Object.fromEntries(entries) };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  return target;
}

function compiledEntry(source) {
  const path = source.replace(/^\.\/src\/(.+)\.ts$/, './dist/$1');
  return { types: `${path}.d.ts`, default: `${path}.js` };
}
