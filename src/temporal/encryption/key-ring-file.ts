import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import {
  changeKeyFile,
  createSecretFile,
  jsonText,
  KeyFileError,
  parseKeys,
  readSecretFile,
} from '../../secrets/key-files';

const KEY_BYTES = 32;

const keyId = z
  .string('must be a text')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, dots, underscores or hyphens',
  );

const secret = z
  .string('must be a text')
  .refine((text) => isKey(text), `must be ${KEY_BYTES} random bytes in Base64`);

/** Half of an X25519 key pair, as in a JWK. */
const half = z.string('must be a text').regex(/^[A-Za-z0-9_-]{43}$/, 'must be half of a key of X25519');

const instant = z.iso.datetime('must be an instant, ISO 8601 in UTC');

const keyEntry = z.strictObject({
  id: keyId,
  secret,
  voucher: secret,
  recipient: z.strictObject({ x: half, d: half }),
  createdAt: instant,
  /** When it stopped being the active key. */
  retiredAt: instant.optional(),
});
const readersEntry = keyEntry.pick({ id: true, secret: true, recipient: true });
const sendersEntry = z.strictObject({ id: keyId, recipient: z.strictObject({ x: half }) });

const keysOf = <E extends z.ZodType<{ readonly id: string }>>(entry: E) =>
  z.array(entry, 'must be a list').min(1, 'must hold a key');

const hasActive = ({ active, keys }: { active: string; keys: readonly { id: string }[] }) =>
  keys.some(({ id }) => id === active);
const LACKS_ACTIVE = { path: ['active'], error: 'must be the id of one of the keys' };

/** The workers' file: one key is active, the others only decrypt; of removed keys it keeps the ids. */
const workersFile = z
  .strictObject({
    holder: z.literal('worker'),
    /** The secret from which the ids of all keys are made. */
    idSecret: secret,
    active: keyId,
    keys: keysOf(keyEntry),
    removed: z.array(keyId, 'must be a list').default([]),
  })
  .refine(({ keys }) => new Set(keys.map(({ id: one }) => one)).size === keys.length, {
    path: ['keys'],
    error: 'must have a different id each',
  })
  .refine(hasActive, LACKS_ACTIVE)
  .refine(({ idSecret, keys }) => keys.every(({ id: one }) => isNameOf(secretOf(idSecret), one)), {
    path: ['keys'],
    error: 'must have ids that were made with this idSecret, by "encryption create" or "encryption rotate"',
  });

/** The file of the desk, the codec server and people: they read everything, and cannot write as a worker. */
const readersFile = z
  .strictObject({ holder: z.literal('reader'), active: keyId, keys: keysOf(readersEntry) })
  .refine(hasActive, LACKS_ACTIVE);

/** The file of the webhook receiver: it writes to cases and reads nothing. */
const sendersFile = z
  .strictObject({ holder: z.literal('sender'), active: keyId, keys: keysOf(sendersEntry) })
  .refine(hasActive, LACKS_ACTIVE);

/** The files that serve each holder: its own, and every file with more of the keys. */
const files = {
  worker: z.discriminatedUnion(
    'holder',
    [workersFile],
    'must be worker: by the file of a reader or a sender nobody speaks as a worker',
  ),
  reader: z.discriminatedUnion(
    'holder',
    [workersFile, readersFile],
    'must be worker or reader: the file of a sender decrypts nothing',
  ),
  sender: z.discriminatedUnion(
    'holder',
    [workersFile, readersFile, sendersFile],
    'must be worker, reader or sender',
  ),
};

export type Holder = keyof typeof files;

/** The file that a program gets, for people; an installation has it at this place. */
export const FILE_OF: Readonly<Record<Holder, string>> = {
  worker: 'the file of the other workers (worker/encryption.json)',
  reader: "the workers' file for readers (readers/encryption.reader.json)",
  sender: "the workers' file for senders (senders/encryption.sender.json)",
};
export type KeyFile = z.output<typeof workersFile>;
export type KeyEntry = KeyFile['keys'][number];
type AnyEntry = z.output<typeof keyEntry | typeof readersEntry | typeof sendersEntry>;

const isKey = (text: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length === KEY_BYTES;

const randomSecret = () => randomBytes(KEY_BYTES).toString('base64');
const secretOf = (text: string) => Buffer.from(text, 'base64');

/** The content of a new file, with a first key. */
export function newKeyFile(): KeyFile {
  const idSecret = randomSecret();
  const first = newKey(idSecret);
  return { holder: 'worker', idSecret, active: first.id, keys: [first], removed: [] };
}

/**
 * A new key. Its id is its day, a random part, and a tag that only holders of the ring's secret can make. So a
 * worker can tell a key that it does not have yet from one that an outsider invented.
 */
export function newKey(idSecret: string): KeyEntry {
  const { x = '', d = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  const createdAt = new Date().toISOString();
  const name = `${createdAt.slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  return {
    id: `${name}-${tagOf(secretOf(idSecret), name)}`,
    secret: randomSecret(),
    voucher: randomSecret(),
    recipient: { x, d },
    createdAt,
  };
}

/** Whether the file's secret made a key of this id, which this copy of the file may not hold yet. */
export const hasMade = ({ idSecret, removed }: KeyFile, one: string): boolean =>
  isNameOf(secretOf(idSecret), one) && !removed.includes(one);

/** A key with the parts that its file holds. */
export function asKey({ id, recipient, ...rest }: AnyEntry): Key {
  const jwk = { ...recipient, kty: 'OKP', crv: 'X25519' };
  return {
    id,
    recipient: createPublicKey({ key: jwk, format: 'jwk' }),
    ...('d' in recipient && { recipientSecret: createPrivateKey({ key: jwk, format: 'jwk' }) }),
    ...('secret' in rest && { secret: createSecretKey(rest.secret, 'base64') }),
    ...('voucher' in rest && { voucher: createSecretKey(rest.voucher, 'base64') }),
  };
}

/** Reads a program's keys. @throws KeyFileError with every problem, also if the file holds too few */
export const readKeysOf = (holder: Holder, path: string) =>
  parseKeys(path, readSecretFile(path), files[holder]);

/** Reads the keys of the workers. @throws KeyFileError with every problem */
export const readEncryptionKeys = (path: string): KeyFile =>
  parseKeys(path, readSecretFile(path), files.worker);

/** The path of a holder's file, next to that of the workers. */
export const pathOfHolder = (path: string, holder: Holder): string =>
  holder === 'worker' ? path : `${path.replace(/\.json$/, '')}.${holder}.json`;

/** Creates all three files, for their owner alone, with a first key. @throws KeyFileError if there is any */
export function createEncryptionKeys(path: string): KeyFile {
  for (const lesser of [pathOfHolder(path, 'reader'), pathOfHolder(path, 'sender')])
    if (existsSync(lesser)) throw new KeyFileError(lesser, ['it exists already, and is left as it is']);
  const content = newKeyFile();
  createSecretFile(path, jsonText(content));
  writeLesserFiles(path, content);
  return content;
}

/** Replaces the content of the workers' file and of the lesser files. @throws KeyFileError */
export function changeEncryptionKeys(path: string, change: (before: KeyFile) => KeyFile): KeyFile {
  let content = readEncryptionKeys(path);
  changeKeyFile(path, 0o600, () => {
    content = change(readEncryptionKeys(path));
    // Readers must have a key before workers write under it.
    writeLesserFiles(path, content);
    return jsonText(content);
  });
  return content;
}

function writeLesserFiles(path: string, { active, keys }: KeyFile): void {
  const read = keys.map(({ id, secret: key, recipient }) => ({ id, secret: key, recipient }));
  // By the former keys, too, a sender knows its own ring in what workers have written.
  const sent = keys.map(({ id, recipient: { x } }) => ({ id, recipient: { x } }));
  const lesser: z.input<typeof readersFile | typeof sendersFile>[] = [
    { holder: 'reader', active, keys: read },
    { holder: 'sender', active, keys: sent },
  ];
  for (const file of lesser) changeKeyFile(pathOfHolder(path, file.holder), 0o600, () => jsonText(file));
}

const TAG_LENGTH = 16;

/** Whether a ring of this secret has made the name. */
function isNameOf(secret: Buffer, id: string): boolean {
  const at = id.lastIndexOf('-');
  const given = Buffer.from(id.slice(at + 1));
  const expected = Buffer.from(tagOf(secret, id.slice(0, Math.max(at, 0))));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const tagOf = (secret: Buffer, name: string): string =>
  createHmac('sha256', secret).update(name).digest('hex').slice(0, TAG_LENGTH);

/** A named key, with the parts that a program holds. */
export interface Key {
  readonly id: string;
  /** Decrypts payloads of workers (AES-256). Workers and readers hold it. */
  readonly secret?: KeyObject | undefined;
  /** Proves to workers that a worker wrote a payload (HMAC). Only workers hold it. */
  readonly voucher?: KeyObject | undefined;
  /** Everybody else encrypts to this one (X25519). */
  readonly recipient: KeyObject;
  /** Decrypts payloads of everybody else. Workers and readers hold it. */
  readonly recipientSecret?: KeyObject | undefined;
}

/** The source of keys, here a file; a key management service can implement it, unwrapping data keys on first use. */
export interface KeyRing {
  /** The key that everything new is encrypted under. */
  active(): Promise<Key>;
  /** The key of this name, active or kept to decrypt older payloads; `undefined` if the ring has none. */
  key(id: string): Promise<Key | undefined>;
  /**
   * Whether the ring has made a key of this name that this copy of it does not hold yet, or no longer holds:
   * a worker that lacks it waits for it. An invented name, or that of a removed key, never opens anything.
   */
  expects(id: string): boolean;
}
