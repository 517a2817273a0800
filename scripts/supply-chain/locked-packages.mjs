import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'node_modules/';

export const readJson = (root, name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** The folder of a package of ours, to which its place is a link. */
const OUR_FOLDER = /^packages\/[a-z-]+$/;

/**
 * Every package in a project's package-lock.json; `npm ci --omit=dev` installs those that are in production. A
 * package of ours has no checksum: it lies in `packages`, as the commit has it.
 */
export function lockedPackages(root) {
  const { packages } = readJson(root, 'package-lock.json');
  return Object.entries(packages)
    .filter(([place]) => place.includes(FOLDER))
    .map(([place, locked]) => {
      const isOurs = locked.link === true && OUR_FOLDER.test(locked.resolved);
      const entry = isOurs ? packages[locked.resolved] : locked;
      return {
        place,
        name: entry.name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length),
        version: entry.version,
        licence: entry.license,
        integrity: entry.integrity,
        source: entry.resolved,
        isOurs,
        inProduction: entry.dev !== true,
        hasInstallScript: entry.hasInstallScript === true,
        needs: [entry.dependencies, entry.optionalDependencies, entry.peerDependencies].flatMap((each) =>
          Object.keys(each ?? {}),
        ),
      };
    });
}

/** Finds packages as Node does: first below the package that needs them, then further and further out. */
export function resolver(packages) {
  const byPlace = new Map(packages.map((each) => [each.place, each]));
  return function find(name, from) {
    const found = byPlace.get(from === '' ? FOLDER + name : `${from}/${FOLDER}${name}`);
    if (found || from === '') return found;
    return find(name, from.slice(0, Math.max(0, from.lastIndexOf(FOLDER) - 1)));
  };
}
