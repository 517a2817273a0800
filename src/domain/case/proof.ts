import type { Subject } from './fields';

/** Identifies a policy: its version, and digests of its rules for sending money and for steering loans. */
export interface PolicyStamp {
  readonly version: number;
  readonly rules: string;
  readonly lending: string;
}

/** A worker's statement that it accepted an act for a case, or that a child continues under the act. */
export interface ActReceipt {
  /** SHA-256 of the act, base64url. */
  readonly act: string;
  readonly wf: string;
  /** ISO 8601. */
  readonly at: string;
  /** Digest of the input of a child that continues under the act. */
  readonly digest?: string;
  /** The policy under which the act opened a case. */
  readonly policy?: PolicyStamp;
  /** SHA-256 of the ID token of a fresh login for this very act, base64url. */
  readonly login?: string;
  /** The name, in the key ring, of the device with which the person signed the act. */
  readonly passkey?: string;
  /** Id of the workers' key, and the MAC under it. */
  readonly kid: string;
  readonly mac: string;
}

/** An act that a worker has accepted. It is empty if a case that began without an act continues. */
export interface Proof {
  readonly act: string;
  readonly receipt: ActReceipt;
}

/** An accepted act with the signed fields, so that the gate can check it again right before money moves. */
export interface ProvenAct extends Proof {
  /** Missing if a case continues another one: then the receipt holds the digest of the fields. */
  readonly salt?: unknown;
  readonly fields: unknown;
}

/** A command with the acts of the other people who confirmed it, if it needed any. */
export interface TogetherAct extends ProvenAct {
  /** The subject that they were shown; their digest covers it too. */
  readonly about?: Subject;
  readonly confirmations?: readonly ProvenAct[];
}

/** `signed`: no message is accepted without an act. `open`: a message names its own actor. */
export type AuthorityMode = 'signed' | 'open';

/** The mode under which a message was accepted, its proof, and whether the audit records what happens. */
export interface AuthorityState {
  readonly mode: AuthorityMode;
  readonly proof?: Proof;
  readonly isAudited?: true;
  /** Set if a desk signed without a fresh login of the person. */
  readonly lacksFreshLogin?: true;
  /** Set if a desk signed without a device of the person. */
  readonly lacksPasskey?: true;
}

/** How a message reached a case: an update is answered, an expired one is refused at once. */
export type Way = 'update' | 'signal';
