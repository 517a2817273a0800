import { constants } from 'node:os';

// An interrupted set-up must leave no lock, no temporary folder and no running npm or pip behind.
const farewells = new Set();

/** Calls `farewell` if the process ends before the returned function was called. */
export function onLeaving(farewell) {
  farewells.add(farewell);
  return () => farewells.delete(farewell);
}

export const exitCodeOfSignal = (signal) => 128 + (constants.signals[signal] ?? 0);

function sayFarewell() {
  for (const farewell of farewells) farewell();
  farewells.clear();
}

const leave = (signal) => process.exit(exitCodeOfSignal(signal));

export function watchForLeaving() {
  process.on('exit', sayFarewell);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, leave);
}

/** From here on somebody else answers signals: the launched program. */
export function stopWatching() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, leave);
}
