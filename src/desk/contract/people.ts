import { z } from 'zod';
import { IDENTITY_NUMBERS } from '../../domain/case/commands';
import { count, deskRole, instant } from './fields';

/** The people who have logged in at the desk, so that pages can show names for the subjects in cases. */
export const people = z.object({
  people: z.array(
    z.object({
      /** Opaque; the same in acts, cases and audit. */
      subject: z.string(),
      name: z.string(),
      /** The roles at the last login. */
      roles: z.array(deskRole),
      branch: z.string().optional(),
      /** Shown to auditors, administrators and supervisors only. */
      loggedInAt: instant.optional(),
    }),
  ),
});
export type People = z.infer<typeof people>;

/** The sessions, and the policies and keys that cases run under, as far as the desk knows. */
export const administration = z.object({
  /** Newest first. */
  sessions: z.array(z.object({ subject: z.string(), begunAt: instant, usedAt: instant })),
  /** The policies of open cases. */
  policies: z.array(z.object({ version: z.string(), digest: z.string(), cases: count })),
  /** The desk's keys, by their public names. */
  keys: z.array(
    z.object({ use: z.enum(['commands', 'payloads']), id: z.string(), roles: z.array(z.string()) }),
  ),
});
export type Administration = z.infer<typeof administration>;

/** The identity number to show in full. */
export const revealBody = z.strictObject({ number: z.enum(IDENTITY_NUMBERS) });
export const revealed = z.object({ value: z.string() });
