import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AuditKeyError, keysIn, type AuditKeys } from './audit/keys';
import { signerKeyIn, type SignerKey } from './checkpoints/checkpoint';

/** Where the keys of the audit are. */
export interface AuditKeyFiles {
  /** For workers. */
  readonly keyFile: string;
  /** For the signer of heads. */
  readonly signerKeyFile: string;
  /** The public part of the signer's key, for who verifies. */
  readonly publicKeyFile: string;
}

/** Makes new keys in a folder, for their owner's eyes alone. @throws AuditKeyError where there are keys already */
export async function createAuditKeys(folder: string): Promise<AuditKeyFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = {
    keyFile: join(folder, 'audit.key'),
    signerKeyFile: join(folder, 'audit-signer.jwk'),
    publicKeyFile: join(folder, 'audit-signer.public.jwk'),
  };
  await writeNew(files.keyFile, `${randomBytes(32).toString('base64url')}\n`);
  await writeNew(files.signerKeyFile, JSON.stringify(privateKey.export({ format: 'jwk' })));
  await writeNew(files.publicKeyFile, JSON.stringify(publicKey.export({ format: 'jwk' })));
  return files;
}

const writeNew = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new AuditKeyError(
      `${path} cannot be written (${codeOf(error)}); keys that exist are never replaced`,
    );
  });

/** @throws AuditKeyError */
export const readAuditKeys = async (path: string): Promise<AuditKeys> => inFile(path, keysIn);

/** @throws AuditKeyError */
export const readSignerKey = (path: string): Promise<SignerKey> => inFile(path, signerKeyIn);

async function inFile<K>(path: string, read: (text: string) => K | Promise<K>): Promise<K> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new AuditKeyError(`${path} cannot be read (${codeOf(error)})`);
  });
  try {
    return await read(text);
  } catch (error) {
    throw error instanceof AuditKeyError ? new AuditKeyError(`${path}: ${error.message}`) : error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown';
