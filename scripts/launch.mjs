import { spawn } from 'node:child_process';
import { exitCodeOfSignal } from './exit-hooks.mjs';
import { log } from './log.mjs';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGWINCH'];

// One Ctrl-C under `npm run` arrives twice: from the terminal, and from npm, which passes its own on.
const SAME_SIGNAL_WITHIN_MS = 300;

/**
 * Runs Node with these arguments and ends as it ends. The program has a process group of its own, so that a
 * signal reaches it from here alone, exactly once, and nothing interrupts its clean end. Should this process
 * be killed outright, the program notices by its pipe to here (fd 3) and ends too.
 */
export function launch(args, env) {
  const parentWatch = new URL('parent-watch.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', parentWatch, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...env, PARENT_WATCH_PID: String(process.pid) },
    detached: true,
  });
  passSignalsTo(child);
  child.on('error', (error) => {
    log(`The program cannot be started (${error.code}).`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? exitCodeOfSignal(signal)));
}

function passSignalsTo(child) {
  const passedAt = new Map();
  for (const signal of PASSED_ON)
    process.on(signal, () => {
      const now = performance.now();
      if (now - (passedAt.get(signal) ?? -Infinity) > SAME_SIGNAL_WITHIN_MS) child.kill(signal);
      passedAt.set(signal, now);
    });
}
