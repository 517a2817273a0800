import { z } from 'zod';
import { IDENTITY_NUMBERS } from '../../domain/case/commands';
import { count, deskRole, instant } from './fields';

/** Who has logged in at the desk, by name: pages show the names to the subjects that cases keep. */
export const people = z.object({
  people: z.array(
    z.object({
      /** Opaque; the same in acts, cases and audit. */
      subject: z.string(),
      name: z.string(),
      /** As of the last login. */
      roles: z.array(deskRole),
      branch: z.string().optional(),
      /** For auditors, administrators and supervisors. */
      loggedInAt: instant.optional(),
    }),
  ),
});
export type People = z.infer<typeof people>;

/** Who is logged in, and by which rules and keys cases run, as far as the desk knows. */
export const administration = z.object({
  /** The newest first. */
  sessions: z.array(z.object({ subject: z.string(), begunAt: instant, usedAt: instant })),
  /** Which policies the open cases follow. */
  policies: z.array(z.object({ version: z.string(), digest: z.string(), cases: count })),
  /** In the hands of the desk, by their public names. */
  keys: z.array(
    z.object({ use: z.enum(['commands', 'payloads']), id: z.string(), roles: z.array(z.string()) }),
  ),
});
export type Administration = z.infer<typeof administration>;

/** Which number of the person of a case is to be shown in full. */
export const revealBody = z.strictObject({ number: z.enum(IDENTITY_NUMBERS) });
export const revealed = z.object({ value: z.string() });
