import type { Payload } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { ORIGIN, type Origin } from '../../../domain/wire/unreadable-payload';
import { decrypt, encrypt } from './cipher';
import type { Key } from '../key-ring';

/** What `encoding` says of a payload that is encrypted. */
const ENCRYPTED = 'binary/encrypted';
const FORMAT = 'v1';

/** The case that a payload belongs to. It is authenticated, so a ciphertext opens for this case alone. */
export interface Owner {
  readonly namespace: string;
  readonly workflowId: string;
}

/** What stands readable beside a ciphertext. */
export interface Label {
  readonly keyId: string;
  readonly workflowId: string;
  readonly origin: string;
}

/** A payload with everything in it encrypted, its own metadata included. */
export function seal(payload: Payload, key: Key, owner: Owner, origin: Origin): Payload {
  const plain = temporal.api.common.v1.Payload.encode(payload).finish();
  return {
    metadata: {
      encoding: bytes(ENCRYPTED),
      'encryption-key-id': bytes(key.id),
      'encryption-workflow-id': bytes(owner.workflowId),
      [ORIGIN]: bytes(origin),
    },
    data: encrypt(plain, key, associated(key.id, owner, origin)),
  };
}

/** What a payload says about itself; nothing where it is not encrypted. */
export function labelOf({ metadata }: Payload): Label | undefined {
  if (text(metadata?.['encoding']) !== ENCRYPTED) return undefined;
  return {
    keyId: text(metadata?.['encryption-key-id']),
    workflowId: text(metadata?.['encryption-workflow-id']),
    origin: text(metadata?.[ORIGIN]),
  };
}

/**
 * The payload that was sealed, with its origin among its metadata; nothing where it was sealed under another key, for
 * another owner, by another origin than its label says, was altered, or is no payload.
 */
export function unseal({ data, metadata }: Payload, key: Key, owner: Owner): Payload | undefined {
  const plain = data && decrypt(data, key, associated(key.id, owner, text(metadata?.[ORIGIN])));
  const payload = plain && decoded(plain);
  if (!payload) return undefined;
  const { data: content, metadata: about } = payload;
  return {
    data: content,
    metadata: { ...about, ...(metadata?.[ORIGIN] && { [ORIGIN]: metadata[ORIGIN] }) },
  };
}

/** A caller that holds the keys may have encrypted what is no payload. */
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
