import { z } from 'zod';

/** What can go wrong, as the last part of a problem's `type`. */
export const PROBLEMS = {
  'log-in': { status: 401, title: 'Log in first' },
  'fresh-login': { status: 401, title: 'Log in once more to do this' },
  passkey: { status: 401, title: 'Sign this with your device' },
  'not-allowed': { status: 403, title: 'This is not for you to do' },
  'other-origin': { status: 403, title: 'The request comes from another page' },
  'not-found': { status: 404, title: 'There is nothing here' },
  'wrong-method': { status: 405, title: 'This address is used otherwise' },
  refused: { status: 409, title: 'The case refuses this now' },
  'too-large': { status: 413, title: 'This is too large' },
  'wrong-type': { status: 415, title: 'This is of a type that is not taken' },
  invalid: { status: 422, title: 'Something in it is wrong' },
  'too-many': { status: 429, title: 'Too many requests' },
  fault: { status: 500, title: 'A fault of the desk' },
  'no-answer': { status: 504, title: 'No answer came in time' },
  unavailable: { status: 503, title: 'The desk cannot do this at the moment' },
} as const;
export type ProblemName = keyof typeof PROBLEMS;

/** One thing that is wrong, as far as it can be placed. */
export const mistake = z.object({
  /** A field, with dots between its parts. */
  field: z.string().optional(),
  /** Of a file, from 1 on. */
  line: z.int().optional(),
  /** Of the rows of a file, from 1 on. */
  row: z.int().optional(),
  /** The name of a column. */
  column: z.string().optional(),
  message: z.string(),
});
export type Mistake = z.infer<typeof mistake>;

/** What every refused or failed request answers (RFC 9457, `application/problem+json`). */
export const problem = z.object({
  /** `/problems/` and one of the names above. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** A sentence for a person. */
  detail: z.string(),
  mistakes: z.array(mistake).optional(),
  /** Where to log in, for `log-in` and `fresh-login`; the page to come back to is added as `to`. After `fresh-login` the desk sends the command. */
  login: z.string().optional(),
  /** What the device of the person is to sign, for `passkey`: the same request is then given once more, with the signature. */
  challenge: z.string().optional(),
  /** Give the same request, with the same idempotency key, once more: it takes effect at most once. */
  retry: z.boolean().optional(),
});
export type Problem = z.infer<typeof problem>;
