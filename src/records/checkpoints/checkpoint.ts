import { createHash } from 'node:crypto';
import { CompactSign, compactVerify, importJWK, type CryptoKey, type JWK } from 'jose';
import { KeyFileError } from '../../secrets/key-files';
import type { AuditProblem, ExpectedHead } from '../audit/problems';

/** The head of a case when it was signed: the case, the sequence of its last entry, that entry's hash. */
export type SignedHead = readonly [caseId: string, sequence: number, hash: string];

/** The heads that changed since the previous checkpoint; all checkpoints hold the heads of all cases. */
export interface Checkpoint {
  readonly number: number;
  readonly at: string;
  /** SHA-256 of the signed checkpoint before; empty for the first one. */
  readonly previous: string;
  /** The checkpoint covers every entry up to this position in the audit. */
  readonly position: number;
  readonly heads: readonly SignedHead[];
}

/** The signer's key. A program that only checks signatures has just the public part. */
export interface SignerKey {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey | undefined;
}

const HEADER = { alg: 'EdDSA', typ: 'audit-checkpoint+jws' } as const;

/** Parses an Ed25519 JWK, with or without its private part. @throws KeyFileError */
export async function signerKeyIn(text: string, path: string): Promise<SignerKey> {
  try {
    const { d, ...publicJwk } = JSON.parse(text) as JWK;
    if (publicJwk.kty !== 'OKP' || publicJwk.crv !== 'Ed25519') throw new Error('another kind of key');
    return {
      publicKey: (await importJWK(publicJwk, HEADER.alg)) as CryptoKey,
      privateKey:
        d === undefined ? undefined : ((await importJWK({ ...publicJwk, d }, HEADER.alg)) as CryptoKey),
    };
  } catch {
    throw new KeyFileError(path, ['it must hold an Ed25519 key as JSON (JWK)']);
  }
}

/** Signs a checkpoint into a compact JWS, which needs the private part of the key. */
export function signed(checkpoint: Checkpoint, { privateKey }: SignerKey): Promise<string> {
  if (!privateKey) throw new Error("signing heads takes the private part of the signer's key");
  return new CompactSign(Buffer.from(JSON.stringify(checkpoint))).setProtectedHeader(HEADER).sign(privateKey);
}

/** The content of a signed checkpoint; `undefined` if the signer has not signed it. */
export async function opened(text: string, { publicKey }: SignerKey): Promise<Checkpoint | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(text, publicKey, { algorithms: [HEADER.alg] });
    if (protectedHeader.typ !== HEADER.typ) return undefined;
    return JSON.parse(Buffer.from(payload).toString('utf8')) as Checkpoint;
  } catch {
    return undefined;
  }
}

/** The `previous` of the checkpoint after this one. */
export const linkTo = (signedText: string | undefined): string =>
  signedText === undefined ? '' : createHash('sha256').update(signedText).digest('hex');

export type SignedHeads = Awaited<ReturnType<typeof readChain>>;

/**
 * Reads checkpoints from the first one on: each must be signed and continue the one before.
 * @returns the last signed head of each case, and the position up to which entries are signed
 */
export async function readChain(lines: readonly string[], key: SignerKey, source: string) {
  const heads = new Map<string, ExpectedHead>();
  const problems: AuditProblem[] = [];
  let last: { number: number; text?: string; position: number } = { number: 0, position: 0 };
  for (const text of lines) {
    const checkpoint = await opened(text, key);
    if (!checkpoint) {
      problems.push({ problem: `${source}: the checkpoint after ${last.number} was not made by the signer` });
      continue;
    }
    const { number, previous, position } = checkpoint;
    if (number !== last.number + 1 || previous !== linkTo(last.text))
      problems.push({
        problem: `${source}: checkpoint ${number} does not continue checkpoint ${last.number}`,
      });
    for (const [caseId, sequence, hash] of checkpoint.heads)
      heads.set(caseId, { sequence, hash, source: `${source}, checkpoint ${number},` });
    last = { number, text, position };
  }
  return { heads, count: lines.length, position: last.position, problems };
}
