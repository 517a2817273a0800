import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretFile, readKeyFile, readSecretFile } from '../secrets/key-file';
import { keysIn, type AuditKeys } from './audit/keys';
import { signerKeyIn, type SignerKey } from './checkpoints/checkpoint';

/** Where the keys of the audit are. */
export interface AuditKeyFiles {
  /** For workers. */
  readonly keyFile: string;
  /** For the signer of heads. */
  readonly signerKeyFile: string;
  /** The public part of the signer's key, for those who verify. */
  readonly publicKeyFile: string;
}

/** Makes new keys in a folder, for their owner's eyes alone. @throws KeyFileError where there are keys already; they are never replaced */
export async function createAuditKeys(folder: string): Promise<AuditKeyFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = {
    keyFile: join(folder, 'audit.key'),
    signerKeyFile: join(folder, 'audit-signer.jwk'),
    publicKeyFile: join(folder, 'audit-signer.public.jwk'),
  };
  createSecretFile(files.keyFile, `${randomBytes(32).toString('base64url')}\n`);
  createSecretFile(files.signerKeyFile, JSON.stringify(privateKey.export({ format: 'jwk' })));
  createSecretFile(files.publicKeyFile, JSON.stringify(publicKey.export({ format: 'jwk' })));
  return files;
}

/** The keys of the audit's MACs. @throws KeyFileError */
export const readAuditKeys = (path: string): AuditKeys => keysIn(readSecretFile(path), path);

/** The signer's key, or its public part. @throws KeyFileError where others can read a private part */
export async function readSignerKey(path: string): Promise<SignerKey> {
  const key = await signerKeyIn(readKeyFile(path), path);
  if (key.privateKey) readSecretFile(path);
  return key;
}
