// node scripts/packaging/package.mjs [folder]: writes what production runs into build/package: compiled programs, their
// packages, migrations, the pages of the desk, examples and a bill of materials. The folder starts with plain Node, without a network.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot as root } from '../cache.mjs';
import { mustRun, runCommand } from '../commands.mjs';
import { InstallerFailed, log, seconds } from '../log.mjs';
import { cycloneDx } from '../supply-chain/cyclone-dx.mjs';
import { lockedPackages, readJson } from '../supply-chain/locked-packages.mjs';
import { copyContents, missingImports, withAllTheyNeed } from './contents.mjs';

const target = resolve(root, process.argv[2] ?? 'build/package');

/** The commit that the folder is made of, where it is known; the image's build is told it. */
async function commit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  const { code, output } = await runCommand('git', ['rev-parse', 'HEAD'], { cwd: root });
  return code === 0 ? output.trim() : undefined;
}

/** The manifest without what only development needs, and with the commit under npm's name for it. */
async function shippedManifest() {
  const manifest = readJson(root, 'package.json');
  const left = {
    devDependencies: undefined,
    overrides: undefined,
    scripts: undefined,
    workspaces: undefined,
  };
  return { ...manifest, ...left, gitHead: await commit() };
}

const write = (name, value) => writeFileSync(join(target, name), `${JSON.stringify(value, null, 2)}\n`);

async function makePackage() {
  const built = mkdtempSync(join(root, 'build', 'compiled-'));
  try {
    await mustRun(process.execPath, ['scripts/packaging/build.mjs', built], { cwd: root });
    const manifest = await shippedManifest();
    const packages = withAllTheyNeed(root, Object.keys(manifest.dependencies), lockedPackages(root));
    rmSync(target, { recursive: true, force: true });
    copyContents({ root, built, target, packages });
    write('package.json', manifest);
    write('sbom.cdx.json', billOf(manifest, packages));
    return packages.length;
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

const billOf = (manifest, packages) =>
  cycloneDx(manifest, packages, readJson(root, 'scripts/supply-chain/accepted.json'), {
    serialNumber: `urn:uuid:${randomUUID()}`,
    timestamp: new Date().toISOString(),
  });

const startedAt = Date.now();
try {
  mkdirSync(join(root, 'build'), { recursive: true });
  const count = await makePackage();
  const missing = missingImports(target);
  if (missing.length > 0) throw new InstallerFailed(`these imports lead nowhere: ${missing.join(', ')}`);
  log(`Wrote ${target} with ${count} packages in ${seconds(startedAt)}.`);
} catch (error) {
  if (!(error instanceof InstallerFailed)) throw error;
  log(`The package could not be made: ${error.message}`);
  process.exitCode = 1;
}
