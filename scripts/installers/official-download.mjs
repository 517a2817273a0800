import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { platform } from '../binaries.mjs';
import { locate } from '../cache.mjs';
import { mustRun } from '../commands.mjs';
import { log, InstallerFailed } from '../log.mjs';

// A closed network must cost seconds, not minutes; a slow one may take its time as long as bytes arrive.
const ANSWER_WITHIN_MS = 5_000;
const NEXT_BYTES_WITHIN_MS = 20_000;
const LOG_EVERY_BYTES = 20_000_000;

export async function officialDownload(binary, folder) {
  if (!binary.archive) throw new InstallerFailed(`there is no official download for ${platform}`);
  const archive = join(folder, 'archive.tar.gz');
  await download(binary.archive, archive);
  await mustRun('tar', ['-xzf', archive, '-C', folder]);
  return locate(folder, binary.file);
}

async function download(url, target) {
  const patience = new AbortController();
  const limit = setTimeout(() => patience.abort(), ANSWER_WITHIN_MS);
  try {
    const response = await fetch(url, { signal: patience.signal });
    if (!response.ok) throw new InstallerFailed(`${new URL(url).host} answered ${response.status}`);
    const arriving = watched(limit, Number(response.headers.get('content-length')));
    await pipeline(Readable.fromWeb(response.body), arriving, createWriteStream(target));
  } catch (error) {
    throw error instanceof InstallerFailed
      ? error
      : new InstallerFailed(inPlainWords(error, new URL(url).host));
  } finally {
    clearTimeout(limit);
  }
}

function watched(limit, total) {
  let received = 0;
  const stalled = setTimeout(
    () => stream.destroy(new InstallerFailed('the download stalled')),
    NEXT_BYTES_WITHIN_MS,
  );
  clearTimeout(limit);
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      stalled.refresh();
      const before = Math.floor(received / LOG_EVERY_BYTES);
      received += chunk.length;
      if (Math.floor(received / LOG_EVERY_BYTES) > before)
        log(`  ${megabytes(received)} of ${megabytes(total)}`);
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(stalled);
      done(error);
    },
  });
  return stream;
}

const megabytes = (bytes) => (bytes ? `${Math.round(bytes / 1e6)} MB` : 'an unknown size');

function inPlainWords(error, host) {
  const code = error.name === 'AbortError' ? error.name : (error.cause?.code ?? error.code ?? error.name);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${host} cannot be resolved from here`;
  if (code === 'AbortError') return `${host} did not answer within ${ANSWER_WITHIN_MS / 1000} s`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection`;
  return `${host} cannot be reached (${code})`;
}
