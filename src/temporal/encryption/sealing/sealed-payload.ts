import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { ORIGIN, type Origin } from '../../../domain/wire/unreadable-payload';
import { FlattenedEncrypt, flattenedDecrypt } from 'jose';
import { decrypt, encrypt } from '../../../secrets/cipher';
import type { Key } from '../key-ring-file';

const ENCRYPTED = 'binary/encrypted';
const FORMAT = 'v1';
const VOUCHER_BYTES = 32;
/** Sizes in a JWE under AES-256-GCM. */
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** The metadata key of the protected header of a person's JWE. */
const HEADER = 'encryption-header';

/** The case that a payload belongs to. It is authenticated, so a ciphertext opens for this case alone. */
export interface Owner {
  readonly namespace: string;
  readonly workflowId: string;
}

/**
 * Encrypts a whole payload, its metadata included. A worker adds a voucher, by which workers know that one of
 * them has written it. Everybody else encrypts to the public key of the workers: a JWE (ECDH-ES over X25519,
 * AES-256-GCM) whose parts are not in Base64.
 */
export async function seal(payload: Payload, key: Key, owner: Owner, origin: Origin): Promise<Payload> {
  const plain = temporal.api.common.v1.Payload.encode(payload).finish();
  const about = associated(key.id, owner, origin);
  const metadata = {
    encoding: bytes(ENCRYPTED),
    'encryption-key-id': bytes(key.id),
    'encryption-workflow-id': bytes(owner.workflowId),
    [ORIGIN]: bytes(origin),
  };
  if (origin === 'person') {
    const { header, data } = await sealedToWorkers(plain, key.recipient, about);
    return { metadata: { ...metadata, [HEADER]: bytes(header) }, data };
  }
  const { secret, voucher } = key;
  if (!secret || !voucher) throw new Error('only the file of the workers encrypts as a worker');
  return { metadata, data: encrypt(Buffer.concat([vouch(plain, voucher, about), plain]), secret, about) };
}

async function sealedToWorkers(plain: Uint8Array, recipient: KeyObject, about: Buffer) {
  const jwe = await new FlattenedEncrypt(plain)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .setAdditionalAuthenticatedData(about)
    .encrypt(recipient);
  const parts = [jwe.iv, jwe.tag, jwe.ciphertext].map((part) => Buffer.from(part ?? '', 'base64url'));
  return { header: jwe.protected ?? '', data: Buffer.concat(parts) };
}

const vouch = (plain: Uint8Array, voucher: KeyObject, about: Buffer): Buffer =>
  createHmac('sha256', voucher).update(about).update(plain).digest();

/** The label of a payload: the readable metadata of its ciphertext; `undefined` if it is not encrypted. */
export function labelOf({ metadata }: Payload) {
  if (text(metadata?.['encoding']) !== ENCRYPTED) return undefined;
  return {
    keyId: text(metadata?.['encryption-key-id']),
    workflowId: text(metadata?.['encryption-workflow-id']),
    origin: text(metadata?.[ORIGIN]),
  };
}

/**
 * Decrypts a payload and adds its origin to its metadata. Returns `undefined` if it was sealed under another
 * key, for another owner or by another origin than its label says, was altered, or is not a payload. A reader
 * has no voucher to compare, so it trusts that a worker has sealed this.
 */
export async function unseal(given: Payload, key: Key, owner: Owner): Promise<Payload | undefined> {
  const origin = given.metadata?.[ORIGIN];
  const about = associated(key.id, owner, text(origin));
  const plain =
    text(origin) === 'person' ? await openedFor(key, given, about) : vouchedIn(given.data, key, about);
  const payload = plain && decoded(plain);
  if (!payload) return undefined;
  return { data: payload.data, metadata: { ...payload.metadata, ...(origin && { [ORIGIN]: origin }) } };
}

function vouchedIn(data: Payload['data'], { secret, voucher }: Key, about: Buffer): Uint8Array | undefined {
  const opened = data && secret && decrypt(data, secret, about);
  if (!opened || opened.length < VOUCHER_BYTES) return undefined;
  const plain = opened.subarray(VOUCHER_BYTES);
  const isVouched =
    !voucher || timingSafeEqual(opened.subarray(0, VOUCHER_BYTES), vouch(plain, voucher, about));
  return isVouched ? plain : undefined;
}

async function openedFor({ recipientSecret }: Key, { data, metadata }: Payload, about: Buffer) {
  if (!data || !recipientSecret) return undefined;
  const part = (from: number, to?: number) => Buffer.from(data.subarray(from, to)).toString('base64url');
  const jwe = {
    protected: text(metadata?.[HEADER]),
    aad: about.toString('base64url'),
    iv: part(0, NONCE_BYTES),
    tag: part(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ciphertext: part(NONCE_BYTES + TAG_BYTES),
  };
  const algorithms = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] };
  return flattenedDecrypt(jwe, recipientSecret, algorithms).then(
    ({ plaintext }) => plaintext,
    () => undefined,
  );
}

/** Returns `undefined` unless it is a payload: a caller with the keys may have encrypted anything. */
function decoded(plain: Uint8Array) {
  try {
    return temporal.api.common.v1.Payload.decode(plain);
  } catch {
    return undefined;
  }
}

const associated = (keyId: string, { namespace, workflowId }: Owner, origin: string): Buffer =>
  bytes(JSON.stringify([FORMAT, keyId, namespace, workflowId, origin]));

const bytes = (value: string) => Buffer.from(value);
const text = (value: Uint8Array | null | undefined) => Buffer.from(value ?? []).toString();
