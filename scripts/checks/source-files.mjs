import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded or built by a machine and read by one. */
const LEFT_OUT = new Set(['dist', 'histories', 'node_modules']);

/** All files below these folders, and these files themselves, whose name fits; what does not exist is passed over. */
export function filesUnder(root, entries, fits) {
  const paths = entries.map((entry) => join(root, entry)).filter((path) => existsSync(path));
  return paths
    .flatMap((path) => (statSync(path).isDirectory() ? within(path) : [path]))
    .filter((path) => fits.test(path));
}

function within(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !LEFT_OUT.has(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? within(path) : [path];
  });
}

/** The folders below these, themselves included. */
export function foldersUnder(root, entries) {
  const paths = entries.map((entry) => join(root, entry)).filter((path) => existsSync(path));
  return paths.flatMap((path) => [path, ...foldersUnder(path, subfolders(path))]);
}

const subfolders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    .map(({ name }) => name);
