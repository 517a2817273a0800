/**
 * Jest's runner, with an end for a test file that never ends: it tells the file and where it stands, and kills its
 * process alone, so that jest counts this file as failed and runs the others. Its limits are set by .ci/run.
 */
const { appendFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');

const { FILE_LIMIT_MS, STUCK_FILES } = process.env;
/** Within so much, code that runs is stopped by the debugger; what waits outside of JavaScript is not. */
const PAUSE_WITHIN_MS = 5_000;

if (isMainThread) {
  const { default: run } = require('jest-circus/runner');
  let watch;

  function startWatch() {
    const worker = new Worker(__filename, { workerData: process.pid, execArgv: [] });
    worker.unref();
    return worker;
  }

  module.exports = async (...args) => {
    watch ??= startWatch();
    const [, , , , path] = args;
    watch.postMessage(path);
    try {
      return await run(...args);
    } finally {
      watch.postMessage(undefined);
    }
  };
} else {
  let timer;
  parentPort.on('message', (path) => {
    clearTimeout(timer);
    if (path !== undefined) timer = setTimeout(() => end(path), Number(FILE_LIMIT_MS));
  });

  function end(path) {
    const session = new Session();
    session.connectToMainThread();
    const kill = (where) => {
      appendFileSync(STUCK_FILES, `stuck: ${path}\n${where.join('\n')}\n`);
      process.kill(workerData, 'SIGKILL');
    };
    const scripts = new Map();
    session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => scripts.set(scriptId, url));
    session.on('Debugger.paused', ({ params: { callFrames } }) =>
      kill(
        callFrames.map(
          ({ functionName, location: { scriptId, lineNumber } }) =>
            `  ${functionName} ${scripts.get(scriptId)}:${lineNumber + 1}`,
        ),
      ),
    );
    session.post('Debugger.enable');
    session.post('Debugger.pause');
    setTimeout(() => kill(['  it runs no JavaScript']), PAUSE_WITHIN_MS);
  }
}
