import { z } from 'zod';
import { count, day, instant, wanted } from './fields';

/** Whose deeds (subject or name), of which case (id or reference), on which day: at least one of them. */
export const auditQuery = z.strictObject({
  person: wanted(60).optional(),
  case: wanted(250).optional(),
  day: day.optional(),
  /** The position that the last page ended with. */
  before: z.coerce.number().int().optional(),
});
export type AuditQuery = z.input<typeof auditQuery>;

export const auditPage = z.object({
  entries: z.array(
    z.object({
      position: z.int(),
      /** Id of the workflow. */
      case: z.string(),
      sequence: z.int(),
      at: instant,
      kind: z.string(),
      what: z.string(),
      actor: z.string().optional(),
      role: z.string().optional(),
      requestId: z.string().optional(),
      /** Whether a signed act stands behind it. */
      signed: z.boolean(),
      /** Set where no worker has written it, by its signature; a desk without the audit's keys cannot tell. */
      isForeign: z.literal(true).optional(),
      detail: z.record(z.string(), z.unknown()).optional(),
      hash: z.string(),
    }),
  ),
  /** To be given as `before`; missing on the last page. */
  next: z.int().optional(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** What a check of every chain has found. */
export const verification = z.object({
  reliedOn: z.string(),
  cases: count,
  entries: count,
  checkpoints: count,
  unsigned: count,
  problems: z.array(z.object({ case: z.string().optional(), problem: z.string() })),
});
export type Verification = z.infer<typeof verification>;
