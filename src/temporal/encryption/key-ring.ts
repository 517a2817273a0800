import type { KeyObject } from 'node:crypto';

/** A key of AES-256 under its name. */
export interface Key {
  readonly id: string;
  readonly secret: KeyObject;
}

/**
 * Where keys come from: a file here. A key management service can stand behind the same questions, with data keys
 * that it unwraps when they are first asked for.
 */
export interface KeyRing {
  /** The key that everything new is encrypted under. */
  active(): Promise<Key>;
  /** The key of this name, active or kept for what was written under it; nothing where the ring has none. */
  key(id: string): Promise<Key | undefined>;
  /**
   * Whether the ring has made a key of this name which it does not have here yet, or not any more: a worker that lacks it
   * waits for it. A name that was invented, or whose key was removed, opens nothing ever.
   */
  expects(id: string): boolean;
}
