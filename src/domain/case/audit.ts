/**
 * What an entry of the audit tells of. A `proposal` is a command that waits for a second person; a `command` was carried out.
 * A `gap` is noted by the store itself: it lacks what the case had been told. An
 * `erasure` is noted by who erases: what stood in the details before it is gone.
 */
export type AuditKind =
  'start' | 'proposal' | 'command' | 'stage' | 'result' | 'refusals' | 'gap' | 'erasure';

/** One deed that the audit keeps. It holds no personal data but what may stand in `detail`, which can be erased. */
export interface AuditEntry {
  /** The same for the same deed, however often it is written. */
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
  /** Stands for what people were asked to agree to. */
  readonly digest?: string;
  /** Of the policy by which the case is steered. */
  readonly policyDigest?: string;
  /** Reason, note and other fields that are not personal. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What the case shows of itself at that moment, for other systems alone: the audit keeps nothing of it. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** How far the audit of a case goes: its last entry. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}
