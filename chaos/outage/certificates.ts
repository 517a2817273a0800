import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a TLS server shows, and the file by which a client may trust it. */
export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly path: string;
}

/** Makes a certificate for this machine that signs itself; `openssl` must be on PATH. */
export async function createCertificate(folder: string, name: string): Promise<Certificate> {
  const [keyPath, path] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const holder = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', ...kind, ...holder, '-keyout', keyPath, '-out', path],
  ]);
  return { key: await readFile(keyPath), cert: await readFile(path), path };
}
