import { spawn } from 'node:child_process';
import { onExit } from './exit-hooks.mjs';
import { InstallerFailed } from './log.mjs';

const KEPT_OUTPUT = 20_000;

/** Runs a command to its end. Never rejects: a command that cannot start has `error`. */
export function runCommand(command, args, { timeoutMs, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const forget = onExit(() => child.kill());
    const timer = timeoutMs && setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-KEPT_OUTPUT));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const finish = (result) => {
      clearTimeout(timer);
      forget();
      resolve({ output, ...result });
    };
    child.on('error', (error) => finish({ code: -1, error }));
    child.on('close', (code, signal) => finish({ code, signal }));
  });
}

/** The last line that says something, shortened: enough for a list of what was tried. */
export function lastLine(output) {
  const lines = output.split('\n').map((line) => line.trim());
  const meaningful = lines.filter((line) => line && !/^(warning|\[notice\])/i.test(line));
  return (meaningful.at(-1) ?? 'it said nothing').slice(0, 300);
}

/** Runs a command that has to succeed; otherwise the installer failed, with the command's own last words. */
export async function mustRun(command, args, options) {
  const result = await runCommand(command, args, options);
  if (result.error?.code === 'ENOENT') throw new InstallerFailed(`${command} is not installed`);
  if (result.error) throw new InstallerFailed(`${command} cannot be started (${result.error.code})`);
  if (result.code !== 0) throw new InstallerFailed(`${command} failed: ${lastLine(result.output)}`);
  return result.output;
}
