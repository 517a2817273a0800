// Preloaded into every program that run.mjs launches: fd 3 closes when run.mjs is gone, however it went.
// Node hands --import on to worker threads and forked processes, which have no lifeline of their own.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.LIFELINE_OF === String(process.ppid)) {
  const lifeline = new Socket({ fd: 3, readable: true, writable: false });
  lifeline.on('error', () => {});
  lifeline.on('close', () => process.kill(process.pid, 'SIGTERM'));
  lifeline.resume();
  lifeline.unref();
}
