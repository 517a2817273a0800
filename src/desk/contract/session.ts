import { z } from 'zod';
import { REFERENCE_MAX, REFERENCE_PATTERN } from '../../domain/wire/references';
import { deskRole, instant, kind } from './fields';

/** Who is logged in. */
export const session = z.object({
  /** Opaque; the same in acts, cases and audit. */
  subject: z.string(),
  /** For people. */
  name: z.string(),
  roles: z.array(deskRole),
  branch: z.string().optional(),
  /** When it ends at the latest, and when it ends unless it is used. */
  endsAt: instant,
  idleEndsAt: instant,
  /** When the person last gave a password or the like; missing of a program. */
  loggedInAt: instant.optional(),
  /** Kinds of case that the person may start. */
  mayStart: z.array(kind),
  /** Names of routes that the person may use. */
  mayUse: z.array(z.string()),
  /** Temporal's Web UI, where the desk knows it. */
  webUi: z.string().optional(),
  /** The codec endpoint that decrypts for the Web UI in the person's name, as long as the session runs. */
  codecEndpoint: z.string().optional(),
  /** Demonstration mode: its clock may run fast. */
  demonstration: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** Query of the login: where to come back to (a path of the desk), and the id of the command that the login is for. */
export const loginQuery = z.object({
  to: z.string().max(2_000).optional(),
  command: z.string().max(REFERENCE_MAX).regex(REFERENCE_PATTERN).optional(),
});
