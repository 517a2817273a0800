import { z } from 'zod';
import { count, day, instant, wanted } from './fields';

/** Filters by person (subject or name), case (id or reference) and Lagos day; at least one is needed. */
export const auditQuery = z.strictObject({
  person: wanted(60).optional(),
  case: wanted(250).optional(),
  day: day.optional(),
  /** The position at which the last page ended. */
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
      /** In words: a stage by its title, a command by its summary; missing if the desk has none. */
      title: z.string().optional(),
      actor: z.string().optional(),
      role: z.string().optional(),
      requestId: z.string().optional(),
      /** Of a command that took effect as it was proposed: who agreed to it last. */
      agreedBy: z.string().optional(),
      /** Of a repayment, its loan; of another case that a case started, that case. */
      under: z.string().optional(),
      /** Whether a signed act carried it. */
      signed: z.boolean(),
      /** Set if its signature shows that no worker wrote it; a desk without the audit's keys cannot tell. */
      isForeign: z.literal(true).optional(),
      detail: z.record(z.string(), z.unknown()).optional(),
      hash: z.string(),
    }),
  ),
  /** The next page's `before`; missing on the last page. */
  next: z.int().optional(),
});
export type AuditPage = z.infer<typeof auditPage>;

/** The result of a check of every chain. */
export const verification = z.object({
  reliedOn: z.string(),
  cases: count,
  entries: count,
  checkpoints: count,
  unsigned: count,
  problems: z.array(z.object({ case: z.string().optional(), problem: z.string() })),
});
export type Verification = z.infer<typeof verification>;
