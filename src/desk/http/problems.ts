import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { RequestError, UnknownCaseError } from '../../cases/request-error';
import { inputProblems } from '../../input/problems';
import { isUnanswered } from '../../records/connection';
import { isTemporalAway } from '../../temporal/connection';
import { lacksKey } from '../../temporal/encryption/data-converters';
import { ProviderUnreachableError } from '../login/provider';
import { PROBLEMS, type Mistake, type Problem, type ProblemName } from '../contract/problem';

/** What a problem says beside its sentence; its reply holds the fields of `Problem`. */
interface About extends Pick<Problem, 'mistakes' | 'login' | 'challenge' | 'retry'> {
  /** For the operator: the cause, which stays out of the reply. */
  readonly why?: string;
  /** Of a command with a login of its own: it was not sent, and its giver need not log in again. */
  readonly isUnsent?: boolean;
  /** When the caller may repeat the request. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Ends a request early, with a sentence for a person. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';

  constructor(
    readonly problem: ProblemName,
    detail: string,
    readonly about: About = {},
  ) {
    super(detail);
  }
}

/** The mistakes in a request, field by field, without its values. */
export const mistakesIn = (error: z.ZodError): Mistake[] =>
  error.issues.map((issue, place) => ({
    // The path of an unknown field is that of its parent.
    field: [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.'),
    message: inputProblems(error)[place] ?? issue.message,
  }));

export function invalid(mistakes: readonly Mistake[]): ProblemError {
  const sentence = mistakes.length === 1 ? mistakes[0]?.message : `${mistakes.length} things are wrong`;
  return new ProblemError('invalid', `${sentence ?? 'something is wrong'}.`, { mistakes: [...mistakes] });
}

export const invalidField = (field: string, message: string): ProblemError => invalid([{ field, message }]);

/** Sends a person to the login; `why` is for the operator. */
export const logInFirst = (detail = 'You are not logged in, or no longer.', why?: string): ProblemError =>
  new ProblemError('log-in', detail, { login: '/api/login', ...(why !== undefined && { why }) });

const OF_REQUEST = {
  refused: 'refused',
  usage: 'invalid',
  unreachable: 'unavailable',
  timedOut: 'no-answer',
} as const;

const away = (who: string) => `${who} does not answer. Try again in a moment.`;
/** The message for a person while the desk cannot reach Temporal. */
export const TEMPORAL_AWAY = away('The server of all cases');

const LACKS_KEY =
  'This desk does not have the newest encryption key yet. Try again in a moment; if this stays, tell whoever runs the desk.';

/** The problem for an error; `undefined` for a fault of our own. */
export function problemIn(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof UnknownCaseError) return new ProblemError('not-found', error.message);
  if (error instanceof RequestError)
    return new ProblemError(OF_REQUEST[error.kind], error.message, {
      ...(error.kind === 'timedOut' && { retry: true }),
    });
  if (isUnanswered(error))
    return new ProblemError('unavailable', away('The database of the desk'), { retry: true });
  if (isTemporalAway(error)) return new ProblemError('unavailable', TEMPORAL_AWAY, { retry: true });
  if (lacksKey(error)) return new ProblemError('unavailable', LACKS_KEY, { retry: true });
  if (error instanceof ProviderUnreachableError)
    return new ProblemError('unavailable', away('The login provider'), { why: error.message });
  return ofFastify(error as FastifyError);
}

const OF_STATUS: Readonly<Record<number, [ProblemName, string]>> = {
  413: ['too-large', 'What was sent is larger than the desk takes.'],
  415: ['wrong-type', 'What was sent is of a type that is not taken here.'],
  429: ['too-many', 'Too many requests in a short time: wait a moment.'],
};

function ofFastify({ statusCode = 500, code }: FastifyError): ProblemError | undefined {
  const told = OF_STATUS[code === 'FST_REQ_FILE_TOO_LARGE' ? 413 : statusCode];
  if (told) return new ProblemError(...told);
  const isOfTheRequest = statusCode >= 400 && statusCode < 500;
  return isOfTheRequest ? new ProblemError('invalid', 'The request cannot be read.') : undefined;
}

/** Pause after which a service that does not answer may be back. */
const AGAIN_AFTER_SECONDS = 5;

/** Answers an error as a problem document, which gives no details of a fault of our own. */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  report: (error: unknown) => void,
): FastifyReply {
  const found = problemIn(error);
  if (!found || lacksKey(error)) report(error);
  const told =
    found ??
    new ProblemError('fault', 'The desk has made a mistake, which its log tells. Try again.', {
      retry: true,
    });
  const isPage =
    /^\/api\/login\b/.test(request.url) && request.headers.accept?.includes('text/html') === true;
  return isPage ? sendPage(reply, told) : sendProblem(reply, told);
}

/** Escapes another program's words, which may hold anything. */
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** Answers a person in the middle of a login with a page that says what to do. */
function sendPage(reply: FastifyReply, { problem: name, message, about }: ProblemError): FastifyReply {
  const { status } = PROBLEMS[name];
  const { why, isUnsent } = about;
  const title = isUnsent ? 'Nothing was sent' : 'You are not logged in';
  const next = isUnsent ? '<a href="/">Back to the desk</a>' : '<a href="/api/login">Log in again</a>';
  return reply.code(status).type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<main><h1>${title}</h1><p>${message}</p><p>${next}</p>
<p>Does it happen again? Show this page to the people who look after this desk; its log says the same.</p>${why === undefined ? '' : `<p>The cause: ${escaped(why)}.</p>`}</main></html>`);
}

export function sendProblem(
  reply: FastifyReply,
  { problem: name, message, about }: ProblemError,
): FastifyReply {
  const { status, title } = PROBLEMS[name];
  const { mistakes, login, challenge, retry } = about;
  const told = { type: `/problems/${name}`, title, status, detail: message };
  const body: Problem = { ...told, mistakes, login, challenge, retry };
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const after = about.retryAfterSeconds ?? (name === 'unavailable' ? AGAIN_AFTER_SECONDS : undefined);
  if (after !== undefined) reply.header('retry-after', after);
  return reply.code(status).type('application/problem+json').send(body);
}
