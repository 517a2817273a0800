import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mustBeRightVersion } from '../binaries.mjs';
import { InstallerFailed } from '../log.mjs';

/** The binary that the user named in the environment (or .env). */
export async function fromEnvironment(binary, env) {
  const path = env[binary.envName];
  if (!path) throw new InstallerFailed('not set');
  if (!existsSync(path)) throw new InstallerFailed(`there is no file ${path}`);
  await mustBeRightVersion(binary, path);
  return path;
}

export async function fromPath(binary, env) {
  const path = (env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, binary.file))
    .find(isExecutable);
  if (!path) throw new InstallerFailed(`no ${binary.file} there`);
  await mustBeRightVersion(binary, path);
  return path;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
