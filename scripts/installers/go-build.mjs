import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from '../commands.mjs';
import { log, InstallerFailed } from '../log.mjs';

const GO_NEEDED = [1, 26, 4];

// The command line's own go.mod replaces cliext by a relative path, which exists only in its repository:
// a plain `go install` is refused, hence a module of our own that names the published cliext.
const goMod = `module temporal-command-line

go ${GO_NEEDED.join('.')}

require github.com/temporalio/cli v1.9.1

replace github.com/temporalio/cli/cliext => github.com/temporalio/cli/cliext v0.0.0-20260914181643-1de87a9f2699
`;

export async function goBuild(binary, folder) {
  if (!binary.goBuild) throw new InstallerFailed('it is not a Go program');
  mustBeNewEnough(await mustRun('go', ['version']));
  log('  This takes about four minutes.');
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'go.mod'), goMod);
  const target = join(source, binary.file);
  const stamp = `-X github.com/temporalio/cli/internal/temporalcli.Version=${binary.version}`;
  const args = ['build', '-mod=mod', '-ldflags', stamp, '-o', target];
  await mustRun('go', [...args, 'github.com/temporalio/cli/cmd/temporal'], { cwd: source });
  return target;
}

function mustBeNewEnough(said) {
  const found = /go(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(said)
    ?.slice(1)
    .map((part) => Number(part ?? 0)) ?? [0];
  const difference = GO_NEEDED.map((wanted, at) => (found[at] ?? 0) - wanted).find((each) => each !== 0);
  if ((difference ?? 0) < 0)
    throw new InstallerFailed(`Go ${found.join('.')} is older than ${GO_NEEDED.join('.')}`);
}
