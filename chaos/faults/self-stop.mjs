// Loaded into a worker before everything else: once it is told when, the worker stops itself (SIGSTOP) in its first
// call of createPayout, at a moment that could not be hit from outside. The channels are those on which undici tells
// what it does. Plain JavaScript: Node hands --import on to worker threads, where no TypeScript is loaded.
import { subscribe } from 'node:diagnostics_channel';
import { isMainThread } from 'node:worker_threads';

let stop;
let isCalling = false;

function freezeAt(moment) {
  if (stop !== moment || !isCalling) return;
  stop = undefined;
  process.kill(process.pid, 'SIGSTOP');
}

if (isMainThread) {
  process.on('message', (told) => (stop = told.stop));
  process.channel?.unref();
  subscribe('undici:request:create', ({ request }) => {
    isCalling ||= request.method === 'POST' && request.path.endsWith('/v1/payouts');
    freezeAt('dispatched');
  });
  subscribe('undici:client:connected', () => freezeAt('connected'));
  // The bytes leave when the channel has been served.
  subscribe('undici:client:sendHeaders', () => process.nextTick(freezeAt, 'sent'));
}
