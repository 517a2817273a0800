import { z } from 'zod';

/** The problems, by the last part of their `type`. */
export const PROBLEMS = {
  'log-in': { status: 401, title: 'Log in first' },
  'fresh-login': { status: 401, title: 'Log in once more to do this' },
  passkey: { status: 401, title: 'Sign this with your device' },
  'not-allowed': { status: 403, title: 'This is not for you to do' },
  'other-origin': { status: 403, title: 'The request comes from another page' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'wrong-method': { status: 405, title: 'This address is used otherwise' },
  refused: { status: 409, title: 'The case refuses this now' },
  changed: { status: 409, title: 'This has changed since you looked' },
  'too-large': { status: 413, title: 'This is too large' },
  'wrong-type': { status: 415, title: 'This is of a type that is not taken' },
  invalid: { status: 422, title: 'Something in it is wrong' },
  'too-many': { status: 429, title: 'Too many requests' },
  fault: { status: 500, title: 'A fault of the desk' },
  'no-answer': { status: 504, title: 'No answer came in time' },
  unavailable: { status: 503, title: 'The desk cannot do this at the moment' },
} as const;
export type ProblemName = keyof typeof PROBLEMS;

/** One mistake, with its place as far as it is known. */
export const mistake = z.object({
  /** A field, with dots between its parts. */
  field: z.string().optional(),
  /** Line of a file, from 1 on. */
  line: z.int().optional(),
  /** Row of a file, from 1 on. */
  row: z.int().optional(),
  /** The name of a column. */
  column: z.string().optional(),
  message: z.string(),
});
export type Mistake = z.infer<typeof mistake>;

/** The reply to every refused or failed request (RFC 9457, `application/problem+json`). */
export const problem = z.object({
  /** `/problems/` and one of the names of `PROBLEMS`. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** A sentence for a person. */
  detail: z.string(),
  mistakes: z.array(mistake).optional(),
  /**
   * For `log-in` and `fresh-login`: the address of the login, to which a page adds its own as `to`. After
   * `fresh-login` the desk sends the command.
   */
  login: z.string().optional(),
  /** For `passkey`: the challenge for the person's device; send the request again with its signature. */
  challenge: z.string().optional(),
  /** Whether to send the same request again with the same idempotency key; it takes effect at most once. */
  retry: z.boolean().optional(),
});
export type Problem = z.infer<typeof problem>;
