import { constants } from 'node:os';

// An interrupted set-up must leave no lock, no temporary folder and no running npm or pip behind.
const hooks = new Set();

const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Calls `hook` if the process ends before the returned function was called. */
export function onExit(hook) {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

export const exitCodeOfSignal = (signal) => 128 + (constants.signals[signal] ?? 0);

function runHooks() {
  for (const hook of hooks) hook();
  hooks.clear();
}

const exitBySignal = (signal) => process.exit(exitCodeOfSignal(signal));

export function catchSignals() {
  process.on('exit', runHooks);
  for (const signal of ENDING_SIGNALS) process.on(signal, exitBySignal);
}

/** From here on the launched program answers the signals. */
export function releaseSignals() {
  for (const signal of ENDING_SIGNALS) process.off(signal, exitBySignal);
}
