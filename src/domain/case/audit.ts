/** What an entry of the audit tells of. A `gap` is noted by the store itself: it lacks what the case had been told. */
type AuditKind = 'command' | 'stage' | 'result' | 'refusals' | 'gap';

/** One deed that the audit keeps. It holds no personal data but what may stand in `detail`, which can be erased. */
export interface AuditEntry {
  /** The same for the same deed, however often it is written. */
  readonly id: string;
  /** Business time, ISO 8601. */
  readonly at: string;
  readonly kind: AuditKind;
  /** The command, the stage, or the outcome. */
  readonly what: string;
  readonly actor?: string;
  readonly role?: string;
  readonly requestId?: string;
  /** The signed act (JWS) that carried the command. */
  readonly act?: string;
  /** Reason, note and other fields that are not personal. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** How far the audit of a case goes: its last entry. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: string;
}
