import { z } from 'zod';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../../domain/wire/references';
import { deskRole, instant, kind } from './fields';

/** The session of the person logged in. */
export const session = z.object({
  /** Opaque; the same in acts, cases and audit. */
  subject: z.string(),
  /** For people. */
  name: z.string(),
  roles: z.array(deskRole),
  branch: z.string().optional(),
  /** When it ends at the latest, and when it ends if unused. */
  endsAt: instant,
  idleEndsAt: instant,
  /** When the person last gave a password or the like; missing for a program. */
  loggedInAt: instant.optional(),
  /** Kinds of case that the person may start. */
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
  command: z.string().max(REFERENCE_MAX).regex(REFERENCE_PATTERN).optional(),
});
