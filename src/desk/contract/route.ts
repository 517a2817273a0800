import type { z } from 'zod';
import type { Role } from '../../domain/case/commands';
import type { DeskRole } from './fields';

/** One route of the interface. Every one needs a login; a `POST` needs the header `Idempotency-Key` where it says so. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Who may use it; what may be done to a case is decided for each command. */
  readonly roles: readonly (Role | DeskRole)[];
  /** What the path names. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Longest body, where it is not the usual one. */
  readonly bodyMaxBytes?: number;
  /** The body is a form of one file, named file. */
  readonly form?: true;
  readonly reply?: z.ZodType;
  /** What is answered instead of JSON: the types of a file, or of a stream of events. */
  readonly replyTypes?: readonly string[];
  /** It answers with personal data: who has read it is written down. */
  readonly personal?: true;
  /** It changes something: a repeat with the same key takes effect once. */
  readonly writes?: true;
}
