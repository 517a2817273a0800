import type { Subject } from './fields';

/** Stands for a policy: its version, and digests of the rules by which money is sent, and by which loans are steered. */
export interface PolicyStamp {
  readonly version: number;
  readonly rules: string;
  readonly lending: string;
}

/** What a worker vouches for: this act was accepted for this case at this instant, or this child goes on under it. */
export interface ActReceipt {
  /** SHA-256 of the act, base64url. */
  readonly act: string;
  readonly wf: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of the input of a child that goes on under the act. */
  readonly digest?: string;
  /** Under which policy a case was opened by the act. */
  readonly policy?: PolicyStamp;
  /** SHA-256 of the ID token of a fresh login for this very act, base64url. */
  readonly login?: string;
  /** The device with which the person has signed the act, by its name in the ring. */
  readonly passkey?: string;
  /** Id of the workers' key, and the MAC under it. */
  readonly kid: string;
  readonly mac: string;
}

/** An act that a worker has accepted. The act is empty where a case was begun without one and goes on. */
export interface Proof {
  readonly act: string;
  readonly receipt: ActReceipt;
}

/** An accepted act with what it signs, so that it can be checked anew right before the money moves. */
export interface ProvenAct extends Proof {
  /** Missing where a case goes on from another: then the receipt holds the digest of the fields. */
  readonly salt?: unknown;
  readonly fields: unknown;
}

/** A command with the acts of those other people who confirmed it, where it took any. */
export interface TogetherAct extends ProvenAct {
  /** What of the case they were shown that it is about: their digest stands for this too. */
  readonly about?: Subject;
  readonly confirmations?: readonly ProvenAct[];
}

/** `signed`: nothing is taken without an act. `open`: a message names its own actor. */
export type AuthorityMode = 'signed' | 'open';

/** Under which mode something was taken, its proof, and whether what happens is written down for good. */
export interface AuthorityState {
  readonly mode: AuthorityMode;
  readonly proof?: Proof;
  readonly isAudited?: true;
  /** Set where a desk has signed without a fresh login of the person. */
  readonly lacksFreshLogin?: true;
  /** Set where a desk has signed without a device of the person. */
  readonly lacksPasskey?: true;
}

/** How a message reached a case: an update is answered, an expired one is refused at once. */
export type Way = 'update' | 'signal';
