// node scripts/packaging/build.mjs [folder]: compiles src/ into dist/, with declarations, the bundle of the workflows and
// our own packages in its node_modules, and builds the pages of the desk into web/dist/.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from '../cache.mjs';
import { runCommand } from '../commands.mjs';
import { log, seconds } from '../log.mjs';
import { setUp } from '../setup.mjs';
import { compileSources } from './compile.mjs';
import { compilePackage, ownPackages } from './own-packages.mjs';

const startedAt = Date.now();
const target = resolve(projectRoot, process.argv[2] ?? 'dist');

/** The compiler checks the types of all sources, and writes the declarations that other programs compile with. */
const declarations = (of, into) => [
  'node_modules/typescript/bin/tsc',
  ...['-p', join(of, 'tsconfig.build.json'), '--outDir', into],
];
const clientTypes = ['--import', 'tsx', 'scripts/packaging/client-types.mjs', target];
const bundle = ['--import', 'tsx', 'scripts/packaging/bundle-workflows.mjs', target];

/** Runs a script of Node; what it complains of ends the build. */
async function run(args) {
  const { code, output } = await runCommand(process.execPath, args, { cwd: projectRoot });
  if (code === 0) return;
  log(output.trim());
  process.exitCode = 1;
}

await setUp(['pages'], process.env);
rmSync(target, { recursive: true, force: true });
compileSources(join(projectRoot, 'src'), target);
// The types of the client take the place of a stand-in that the compiler has written.
await Promise.all([run(declarations('.', target)).then(() => run(clientTypes)), run(bundle)]);
for (const folder of ownPackages(projectRoot)) {
  const installed = compilePackage(projectRoot, folder, join(target, 'node_modules'));
  await run(declarations(folder, join(installed, 'dist')));
}
if (process.exitCode !== 1) log(`Built ${target} in ${seconds(startedAt)}.`);
