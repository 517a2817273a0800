import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { loginQuery } from '../contract/people';
import { LOGIN_COOKIE, loginCookie, SESSION_COOKIE, sessionCookie, type Visitors } from '../http/visitors';
import { logInFirst, ProblemError } from '../http/problems';
import { sendPrepared } from '../../cases/commands';
import { claimsIn, type SignedMessage } from '../../domain/case/acts';
import { Logins, pathOfDesk } from './logins';
import {
  ProviderUnreachableError,
  type LoginProvider,
  type PersonCheck,
  type ProviderTokens,
} from './provider';
import { inWords, refusalIn } from '../refused';
import { whyNobody, whyRefused } from './refusals';
import { homeOf, personIn, type Person, type RoleMapping } from './roles';
import type { RouteContext } from '../route-context';
import type { Outcome } from './prepared-commands';

export interface LoginParts extends Pick<
  RouteContext,
  'sessions' | 'people' | 'prepared' | 'clientOf' | 'watcher'
> {
  readonly provider: LoginProvider;
  readonly logins: Logins;
  readonly mapping: RoleMapping;
  readonly deskUrl: string;
  readonly check: PersonCheck;
  readonly warn: (sentence: string) => void;
  readonly visitors: Visitors;
}

/** Logins of one address per minute. */
const PER_MINUTE = 60;

/** Adds the login: `/api/login` sends the browser to the provider, `/api/login/return` takes it back. */
export function addLogin(app: FastifyInstance, parts: LoginParts): void {
  const config = { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } };
  app.get('/api/login', { config }, (request, reply) => begin(parts, request, reply));
  app.get('/api/login/return', { config }, (request, reply) => finish(parts, request, reply));
}

async function begin(parts: LoginParts, request: FastifyRequest, reply: FastifyReply) {
  const { provider, logins, deskUrl } = parts;
  const { to, command } = loginQuery.catch({}).parse(request.query);
  const by = command === undefined ? undefined : await ofSession(parts, request, command);
  const path = pathOfDesk(to, deskUrl);
  const { url, login } = await provider.begin(path, await hasEnded(parts, request), by);
  return reply.setCookie(LOGIN_COOKIE, await logins.begin(login), loginCookie).redirect(url.href, 303);
}

/**
 * Whether this browser had a session that has ended: its user may now be another person, whom the provider
 * would let in without a password. Links of other sites bring no strict cookie along, so they always count as
 * ended.
 */
async function hasEnded({ sessions }: LoginParts, { cookies, headers }: FastifyRequest): Promise<boolean> {
  if (/^(cross|same)-site$/.test(String(headers['sec-fetch-site']))) return true;
  const before = cookies[SESSION_COOKIE];
  return before !== undefined && (await sessions.look(before)) === undefined;
}

/** The act of the command that the session's person must log in for. @throws ProblemError if none waits */
async function ofSession(parts: LoginParts, { cookies }: FastifyRequest, requestId: string) {
  const session = await parts.sessions.look(cookies[SESSION_COOKIE] ?? '');
  if (!session) throw logInFirst();
  const waiting = await parts.prepared.find(session.subject, requestId);
  if (!waiting)
    throw new ProblemError('not-found', 'No command waits for this login any more: give it once more.');
  return { requestId, act: (waiting.message as SignedMessage).act };
}

async function finish(parts: LoginParts, request: FastifyRequest, reply: FastifyReply) {
  const { provider, logins, sessions, mapping, deskUrl } = parts;
  const login = await logins.take(request.cookies[LOGIN_COOKIE] ?? '');
  reply.clearCookie(LOGIN_COOKIE, loginCookie);
  if (!login) throw logInFirst('This login was begun too long ago, or elsewhere: begin anew.');
  const { claims, idToken, tokens } = await provider
    .finish(request.url.slice(request.url.indexOf('?')), login)
    .catch((error: unknown) => {
      if (error instanceof ProviderUnreachableError) throw error;
      throw logInFirst('The login provider did not let you in: begin anew.', whyRefused(error));
    });
  const person = personIn(claims, mapping);
  if (!person)
    throw new ProblemError(
      'not-allowed',
      'You are known to the login provider, but the desk cannot let you in yet: show the cause to whoever manages your account.',
      { why: whyNobody(claims, mapping) },
    );
  parts.visitors.note(request, person);
  await parts.people.remember(person);
  const { requestId } = login;
  const returnTo = login.returnTo === '/' ? homeOf(person.roles) : login.returnTo;
  if (requestId !== undefined) await sendWithLogin(parts, person, { requestId, idToken });
  // A browser has only one session: the new one ends the earlier one.
  const before = request.cookies[SESSION_COOKIE];
  if (before !== undefined) await sessions.end(before);
  const session = { idToken, tokens: await checkable(parts, person, tokens) };
  reply.setCookie(SESSION_COOKIE, await sessions.begin(person, session), sessionCookie);
  return landing(reply, requestId === undefined ? returnTo : withOutcome(returnTo, requestId, deskUrl));
}

/** The tokens for asking the provider about a person again; `undefined` if it refuses that even now. */
async function checkable(
  { check, warn }: LoginParts,
  { subject }: Person,
  tokens: ProviderTokens,
): Promise<ProviderTokens | undefined> {
  const known = await check(tokens, subject).catch(() => ({ tokens }));
  if (!known) warn(UNCHECKABLE);
  return known?.tokens;
}

const UNCHECKABLE =
  'The login provider tells the roles of a person once: what it takes away later counts for up to 8 hours. Have it give the desk refresh tokens, or the claim of roles in its userinfo';

/** The page to come back to, with the id of the command whose outcome it shows. */
function withOutcome(path: string, requestId: string, deskUrl: string): string {
  const { pathname, searchParams, hash } = new URL(path, deskUrl);
  searchParams.set('given', requestId);
  return `${pathname}?${searchParams.toString()}${hash}`;
}

/** Browsers send no strict cookie on a navigation that another site began: a page of the desk begins one. */
const landing = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .header('refresh', `0; url=${path}`)
    .type('text/html; charset=utf-8')
    .send('<!doctype html><html lang="en"><title>Logged in</title><p>You are logged in.</p></html>');

interface Expected {
  readonly expectedDigest?: string;
  readonly expectedChanges?: number;
}

/** Sends a command with its fresh login as proof, and notes its outcome. @throws ProblemError */
async function sendWithLogin(
  { prepared, clientOf, watcher }: LoginParts,
  person: Person,
  { requestId, idToken }: { readonly requestId: string; readonly idToken: string },
): Promise<void> {
  const waiting = await prepared.find(person.subject, requestId);
  if (!waiting)
    throw new ProblemError(
      'not-allowed',
      'Nothing was sent: you logged in as another person than the one who gave the command, or it was given too long ago.',
      { isUnsent: true },
    );
  const message = { ...waiting.message, login: idToken };
  const client = clientOf(person);
  const { expectedDigest: digest, expectedChanges } = waiting.message as Expected;
  const outcome = mayStill(person, waiting.message)
    ? await sendPrepared(client, { ...waiting, message }).then(
        (receipt): Outcome => ({ receipt }),
        async (error: unknown) =>
          refusalIn(await inWords(client, { ...waiting, digest, expectedChanges }, error)),
      )
    : { refusal: 'Nothing was sent: you no longer have the role in which you gave the command.' };
  await prepared.settle(person.subject, waiting, outcome);
  void watcher.readNow(waiting.kind, waiting.reference);
}

/** Whether the person still has the act's role: roles may have been taken away since the earlier login. */
function mayStill({ roles }: Person, message: object): boolean {
  const role = claimsIn((message as SignedMessage).act)?.role;
  return roles.some((own) => own === role);
}
