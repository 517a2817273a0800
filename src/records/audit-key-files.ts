import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecretFile, readKeyFile, readSecretFile } from '../secrets/key-files';
import { AuditSigningKeys, keysIn, newAuditKey, writersKeysIn, type AuditKeys } from './audit/keys';
import { signerKeyIn, type SignerKey } from './checkpoints/checkpoint';

/** Creates keys in a folder, readable by their owner alone; never replaces any. @throws KeyFileError */
export async function createAuditKeys(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = {
    /** For workers and retention, which sign entries. */
    keyFile: join(folder, 'audit.key'),
    /** For the signer of heads. */
    signerKeyFile: join(folder, 'audit-signer.jwk'),
    /** The public parts, for those who verify. */
    publicKeyFile: join(folder, 'audit.public.key'),
    signerPublicKeyFile: join(folder, 'audit-signer.public.jwk'),
  };
  const [writers, signers] = [newAuditKey(), newAuditKey()];
  createSecretFile(files.keyFile, `${writers.line}\n`);
  createSecretFile(files.publicKeyFile, `${writers.publicLine}\n`);
  createSecretFile(files.signerKeyFile, signers.line);
  createSecretFile(files.signerPublicKeyFile, signers.publicLine);
  return files;
}

/** Reads the audit's keys, or their public parts. @throws KeyFileError if others can read a private part */
export function readAuditKeys(path: string): AuditKeys {
  const keys = keysIn(readKeyFile(path), path);
  if (keys instanceof AuditSigningKeys) readSecretFile(path);
  return keys;
}

/** Reads the keys of writers to the audit. @throws KeyFileError, also if it holds only public parts */
export function readWritersAuditKeys(path: string): AuditSigningKeys {
  const keys = writersKeysIn(readKeyFile(path), path);
  readSecretFile(path);
  return keys;
}

/** Reads the signer's key, or its public part. @throws KeyFileError if others can read a private part */
export async function readSignerKey(path: string): Promise<SignerKey> {
  const key = await signerKeyIn(readKeyFile(path), path);
  if (key.privateKey) readSecretFile(path);
  return key;
}
