import { z } from 'zod';
import { ROLES } from '../../domain/case/commands';
import { nouns, type Noun } from '../../domain/kinds';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../../domain/wire/references';

/** The kinds of case that have a page of their own. A repayment is part of its loan. */
export const KINDS = nouns;
export type Kind = Noun;

/** The roles of people at the desk: a borrower has none there. */
export const DESK_ROLES = [
  'officer',
  'supervisor',
  'operator',
  'approver',
] as const satisfies (typeof ROLES)[number][];
export type DeskRole = (typeof DESK_ROLES)[number];

export const kind = z.enum(KINDS);
export const deskRole = z.enum(DESK_ROLES);
export const reference = z.string().min(1).max(REFERENCE_MAX).regex(REFERENCE_PATTERN);
/** ISO 8601, UTC. */
export const instant = z.iso.datetime();
/** A day in Lagos. */
export const day = z.iso.date();
export const kobo = z.int();
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const count = z.int().min(0);

/** Which part of a list. */
export const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
};

/** A text of one line to look for: the database takes no control characters. */
export const wanted = (max: number) =>
  z
    .string()
    .max(max)
    // Without \p{Cc}: other programs read this pattern in the document, and not all know it.
    .regex(/^[ -~\u00a0-\uffff]*$/, 'must hold no control characters');

/** A case that a list holds and the desk cannot show, and why. */
export const unreadable = z.object({ kind: z.string(), reference: z.string(), why: z.string() });
export type Unreadable = z.infer<typeof unreadable>;

/** How old what is shown is: lists come from a copy that a watcher keeps up to date. */
export const freshness = z.object({
  /** When the copy was last known to be complete; missing before the first time. */
  readAt: instant.optional(),
  /** Older than it should be: say so on the page. */
  stale: z.boolean(),
  /** Grows with every change of the copy. */
  revision: z.int(),
});
export type Freshness = z.infer<typeof freshness>;
