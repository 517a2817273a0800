// Preloaded into every program that run.mjs launches: fd 3 closes when run.mjs is gone, however it went.
// Node hands --import on to worker threads and forked processes, which have no pipe to run.mjs of their own.
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.PARENT_WATCH_PID === String(process.ppid)) {
  const parent = new Socket({ fd: 3, readable: true, writable: false });
  parent.on('error', () => {});
  parent.on('close', () => process.kill(process.pid, 'SIGTERM'));
  parent.resume();
  parent.unref();
}
