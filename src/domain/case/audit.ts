/**
 * The kind of an audit entry. A `proposal` is a command that waits for a second person; a `command` was
 * carried out. The store itself notes a `gap`: it lacks entries that the case had written. The program that
 * erases notes an `erasure`: the earlier details are gone.
 */
export type AuditKind =
  'start' | 'proposal' | 'command' | 'stage' | 'result' | 'refusals' | 'gap' | 'erasure';

/** One entry of the audit. Only `detail` may hold personal data, and it can be erased. */
export interface AuditEntry {
  /** The same each time that the same deed is written. */
  readonly id: string;
  /** Business time, ISO 8601. */
  readonly at: string;
  readonly kind: AuditKind;
  /** The workflow that was started, the command, the stage, or the outcome. */
  readonly what: string;
  readonly actor?: string;
  readonly role?: string;
  readonly requestId?: string;
  /** The signed act (JWS) that carried the command, or began the case. */
  readonly act?: string;
  /** Digest of the content that people were asked to agree to. */
  readonly digest?: string;
  /** Digest of the policy that the case runs under. */
  readonly policyDigest?: string;
  /** Reason, note and other fields that are not personal. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The case's facts at that moment, for events to other systems; the audit keeps the terms of a deed alone. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The last entry of a case's audit. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}
