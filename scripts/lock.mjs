import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onExit } from './exit-hooks.mjs';
import { log } from './log.mjs';

const TOUCH_EVERY_MS = 2_000;
const ABANDONED_AFTER_MS = 20_000;

/** Lets one process at a time do `work`. A lock whose owner died or went silent is taken over. */
export async function withLock(path, what, work) {
  const release = await acquire(path, what);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(path, what) {
  mkdirSync(dirname(path), { recursive: true });
  let token = takeLock(path);
  if (!token && !removeIfAbandoned(path)) log(`Another process is ${what}; waiting for it.`);
  while (!token) {
    if (!removeIfAbandoned(path)) await pause(200);
    token = takeLock(path);
  }
  return keepAlive(path, token);
}

// The folder is filled first and then renamed: no process ever sees a lock without its owner,
// and a rename onto a folder that is not empty fails.
function takeLock(path) {
  const owner = { pid: process.pid, host: hostname(), token: `${process.pid}-${Date.now()}` };
  const candidate = `${path}.${owner.token}`;
  mkdirSync(candidate, { recursive: true });
  writeFileSync(`${candidate}/owner.json`, JSON.stringify(owner));
  try {
    renameSync(candidate, path);
    return owner.token;
  } catch {
    rmSync(candidate, { recursive: true, force: true });
    return undefined;
  }
}

function keepAlive(path, token) {
  const stillOurs = () => ownerOf(path)?.token === token;
  const touch = setInterval(() => stillOurs() && utimesSync(path, new Date(), new Date()), TOUCH_EVERY_MS);
  touch.unref();
  const remove = () => {
    clearInterval(touch);
    if (stillOurs()) rmSync(path, { recursive: true, force: true });
  };
  const forget = onExit(remove);
  return () => (forget(), remove());
}

function ownerOf(path) {
  try {
    return JSON.parse(readFileSync(`${path}/owner.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

// Moved to a name made from its owner: of two processes that see the same dead owner only one succeeds.
// What was moved stays: removing it at once would open that race again.
function removeIfAbandoned(path) {
  const owner = ownerOf(path);
  if (!owner) return false;
  try {
    const unrefreshedMs = Date.now() - statSync(path).mtimeMs;
    if (unrefreshedMs < ABANDONED_AFTER_MS && !ownerDied(owner)) return false;
    renameSync(path, `${path}.abandoned-${owner.token}`);
    return true;
  } catch {
    return false;
  }
}

function ownerDied({ pid, host }) {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
