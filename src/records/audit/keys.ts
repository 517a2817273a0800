import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { KeyFileError } from '../../secrets/key-files';

const half = z.string().regex(/^[\w-]{43}$/);

/** An Ed25519 key as a JWK; without the private part `d` it only verifies. */
const jwk = z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: half, d: half.optional() });
type Jwk = z.output<typeof jwk>;
type PrivateJwk = Jwk & { readonly d: string };

type Signature = Readonly<Record<'key_id' | 'hash' | 'signature', string>>;

/** Size of the cache of verified signatures: the fence reads the same rows again and again. */
const REMEMBERED_MAX = 20_000;

/** The public parts of the audit's keys, with which anybody can check that a worker has written a row. */
export class AuditKeys {
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly genuine = new Set<string>();

  constructor(jwks: readonly Jwk[]) {
    this.keys = new Map(jwks.map(({ d: _, ...key }) => [idOf(key), createPublicKey({ key, format: 'jwk' })]));
  }

  get ids(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Whether the named key made a signature; false for a key that we do not have. */
  verifies({ key_id, hash, signature }: Signature): boolean {
    const known = [key_id, hash, signature].join(' ');
    if (this.genuine.has(known)) return true;
    const key = this.keys.get(key_id);
    if (!key || !verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64url'))) return false;
    if (this.genuine.size >= REMEMBERED_MAX) this.genuine.clear();
    this.genuine.add(known);
    return true;
  }
}

/** The writers' keys: the first signs, all verify, the last veils. The database never sees them. */
export class AuditSigningKeys extends AuditKeys {
  readonly activeId: string;
  private readonly active: KeyObject;
  private readonly eldestId: string;
  private readonly eldest: KeyObject;
  private readonly veilSecret: string;

  constructor(jwks: readonly [PrivateJwk, ...PrivateJwk[]]) {
    super(jwks);
    const eldest = jwks.at(-1) ?? jwks[0];
    [this.activeId, this.eldestId] = [idOf(jwks[0]), idOf(eldest)];
    this.active = createPrivateKey({ key: jwks[0], format: 'jwk' });
    this.eldest = createPrivateKey({ key: eldest, format: 'jwk' });
    this.veilSecret = eldest.d;
  }

  /** Hides a text from the database: the same text always looks the same, whichever key signs by now. */
  veil(text: string): string {
    return createHmac('sha256', this.veilSecret).update(text).digest('hex');
  }

  sign(hash: string): string {
    return signatureOf(hash, this.active);
  }

  /** Signs a hash with the eldest key, which every worker has even while a newer one is being given out. */
  signForAll(hash: string): { readonly key_id: string; readonly signature: string } {
    return { key_id: this.eldestId, signature: signatureOf(hash, this.eldest) };
  }
}

const signatureOf = (hash: string, key: KeyObject): string =>
  sign(null, Buffer.from(hash), key).toString('base64url');

const idOf = ({ x }: Jwk) => createHash('sha256').update(x).digest('hex').slice(0, 8);

/** A new key and its public part, each as a line of a file. */
export function newAuditKey(): { readonly line: string; readonly publicLine: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const [line = '', publicLine = ''] = [privateKey, publicKey].map((key) =>
    JSON.stringify(key.export({ format: 'jwk' })),
  );
  return { line, publicLine };
}

/**
 * Parses a file of keys: one per line, the active one first, all with their private part or none. Empty lines
 * and lines that begin with # are skipped. @throws KeyFileError
 */
export function keysIn(text: string, path: string): AuditKeys | AuditSigningKeys {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => jwkIn(line, path));
  if (keys.length === 0) throw new KeyFileError(path, ['it holds no key']);
  const withPrivatePart = keys.filter((key): key is PrivateJwk => key.d !== undefined);
  const [first, ...others] = withPrivatePart;
  if (first === undefined) return new AuditKeys(keys);
  if (withPrivatePart.length < keys.length)
    throw new KeyFileError(path, ['it mixes private keys and public ones']);
  return new AuditSigningKeys([first, ...others]);
}

/** The same for writers of the audit. @throws KeyFileError, also if there are only public parts */
export function writersKeysIn(text: string, path: string): AuditSigningKeys {
  const keys = keysIn(text, path);
  if (keys instanceof AuditSigningKeys) return keys;
  throw new KeyFileError(path, ['it holds public keys alone, which sign nothing: workers need audit.key']);
}

function jwkIn(line: string, path: string): Jwk {
  try {
    return jwk.parse(JSON.parse(line));
  } catch {
    throw new KeyFileError(path, ['each line must be a key of Ed25519 as JSON (JWK)']);
  }
}
