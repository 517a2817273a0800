import type { KeyObject } from 'node:crypto';

/** A key under its name, as far as a program holds it. */
export interface Key {
  readonly id: string;
  /** Decrypts the words of workers (AES-256). Workers and readers hold it. */
  readonly secret?: KeyObject | undefined;
  /** By this workers know the words of workers (HMAC). They alone hold it. */
  readonly voucher?: KeyObject | undefined;
  /** Everybody else encrypts to this one (X25519). */
  readonly recipient: KeyObject;
  /** Decrypts the words of everybody else. Workers and readers hold it. */
  readonly recipientSecret?: KeyObject | undefined;
}

/**
 * Where keys come from: a file here. A key management service can stand behind the same questions, with data keys
 * that it unwraps when they are first asked for.
 */
export interface KeyRing {
  /** The key that everything new is encrypted under. */
  active(): Promise<Key>;
  /** The key of this name, active or kept for what was written under it; `undefined` if the ring has none. */
  key(id: string): Promise<Key | undefined>;
  /**
   * Whether the ring has made a key of this name which it does not have here yet, or not any more: a worker that lacks it
   * waits for it. A name that was invented, or whose key was removed, opens nothing ever.
   */
  expects(id: string): boolean;
}
