import { z } from 'zod';
import { IDENTITY_NUMBERS } from '../../domain/case/commands';
import { count, deskRole, instant, kind, reference } from './fields';

const person = z.object({
  /** Opaque; the same in acts, cases and audit. */
  subject: z.string(),
  /** For people. */
  name: z.string(),
  roles: z.array(deskRole),
  branch: z.string().optional(),
});

/** The session of the person logged in. */
export const session = person.extend({
  /** When it ends at the latest. */
  endsAt: instant,
  /** When the person last gave a password or the like; missing for a program. */
  loggedInAt: instant.optional(),
  mayStart: z.array(kind),
  /** Names of routes that the person may use. */
  mayUse: z.array(z.string()),
  /** Address of Temporal's Web UI, if the desk knows it. */
  webUi: z.string().optional(),
  /** The codec endpoint that decrypts for the Web UI in the person's name while the session lasts. */
  codecEndpoint: z.string().optional(),
  /** Whether it is in demonstration mode, whose clock may run fast. */
  demonstration: z.boolean(),
  /** There, the clock of the cases; missing if the desk does not know it. */
  clock: z
    .object({ rate: z.number(), anchor: z.object({ realAt: instant, businessAt: instant }) })
    .optional(),
});
export type Session = z.infer<typeof session>;

/** Query of the login: the desk's path to come back to, and the id of the command that the login is for. */
export const loginQuery = z.object({
  to: z.string().max(2_000).optional(),
  command: reference.optional(),
});

/**
 * The people who have logged in at the desk, so that pages can show names for the subjects in cases. The roles are
 * those at the last login.
 */
export const people = z.object({
  people: z.array(
    person.extend({
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
