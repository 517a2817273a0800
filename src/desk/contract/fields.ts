import { z } from 'zod';
import type { Role } from '../../domain/case/commands';
import { nouns, type Noun } from '../../domain/kinds';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../../domain/wire/references';

/** The kinds of case that have a page of their own. A repayment is part of its loan. */
export const KINDS = nouns;
export type Kind = Noun;

/** The roles of people who act on cases; borrowers do not log in at the desk. */
export const ACTING_ROLES = ['officer', 'supervisor', 'operator', 'approver'] as const satisfies Role[];
export type ActingRole = (typeof ACTING_ROLES)[number];
/** Roles that give no commands: an auditor sees all cases, an administrator sees none. */
export const WATCHING_ROLES = ['auditor', 'administrator'] as const;
export const DESK_ROLES = [...ACTING_ROLES, ...WATCHING_ROLES] as const;
/** The roles that see when people logged in. */
export const OVERSEERS = ['supervisor', ...WATCHING_ROLES] as const;
export type DeskRole = (typeof DESK_ROLES)[number];

export const kind = z.enum(KINDS);
export const deskRole = z.enum(DESK_ROLES);
export const reference = z.string().min(1).max(REFERENCE_MAX).regex(REFERENCE_PATTERN, {
  error: 'must hold letters, digits, dots, underscores and hyphens alone, and begin with a letter or digit',
});
export const accountNumber = (name: string) =>
  z.string().regex(/^\d{10}$/, `${name} must be exactly 10 digits`);
/** ISO 8601, UTC. */
export const instant = z.iso.datetime();
/** A day in Lagos. */
export const day = z.iso.date();
export const kobo = z.int();
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: 'must be 64 lower-case hexadecimal digits' });
export const count = z.int().min(0);
/** Payouts like another one in amount and account, and batches with such a row. */
export const alike = z.array(
  z.object({ kind: z.enum(['payout', 'batch']), reference: z.string(), stageTitle: z.string(), on: instant }),
);

/** A number of a query, written in digits only: an empty text is not 0, and 0x10 is not 16. */
export const numberBetween = (min: number, max: number, expected = 'a whole number') => {
  const error = `must be ${expected} from ${min} to ${max}`;
  return z.preprocess(
    (given) => (typeof given === 'string' && /^\d+(\.\d+)?$/.test(given) ? Number(given) : given),
    (expected === 'a whole number' ? z.int({ error }) : z.number({ error }))
      .min(min, { error })
      .max(max, { error }),
  );
};

/** The page of a list, from 1 on, and its size. */
export const paging = {
  page: numberBetween(1, 100_000).default(1),
  size: numberBetween(1, 200).default(50),
};

/** A one-line text to search for; the database takes no control characters. */
export const wanted = (max: number) =>
  z
    .string()
    .max(max)
    // Without \p{Cc}: other programs read this pattern in the document, and not all know it.
    .regex(/^[ -~\u00a0-\uffff]*$/, 'must hold no control characters');

/** A case of a list that the desk cannot show, with the reason. */
export const unreadable = z.object({ kind: z.string(), reference: z.string(), why: z.string() });
export type Unreadable = z.infer<typeof unreadable>;

/** Of a payout that is held back now: by whom, and the reason's code. */
export const held = z.object({ by: z.string(), why: z.string() });

/** The age of the shown data: lists come from a copy that a watcher keeps up to date. */
export const freshness = z.object({
  /** When the copy was last known to be complete; missing before the first time. */
  readAt: instant.optional(),
  /** Whether the copy is too old; then the page says so. */
  stale: z.boolean(),
  /** Grows with every change of the copy. */
  revision: z.int(),
});
export type Freshness = z.infer<typeof freshness>;
