import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { hash } from '../../authority/digest';
import type { LoginProvider } from '../login/provider';
import { whyNobody, whyRefused } from '../login/refusals';
import { personIn, type Person, type RoleMapping } from '../login/roles';
import type { Session, Sessions } from '../login/sessions';
import { logInFirst, ProblemError } from './problems';

/** The session's cookie, for this origin only and out of reach of scripts. */
export const SESSION_COOKIE = '__Host-desk';
/** The cookie of a login under way; unlike a strict one, it comes along when the provider redirects back. */
export const LOGIN_COOKIE = '__Host-desk-login';

const SAFE = { path: '/', httpOnly: true, secure: true } as const;
export const sessionCookie = { ...SAFE, sameSite: 'strict' } as const;
export const loginCookie = { ...SAFE, sameSite: 'lax', maxAge: 600 } as const;

/** Identifies the sender of a request: a browser by its session, a program by a token of the provider. */
export class Visitors {
  /**
   * The subjects of the sessions and tokens that were genuine when last used, by their hashes. A forgotten one
   * counts by its address until it is found genuine again.
   */
  private readonly genuine = new LRUCache<string, string>({ max: 10_000 });
  private readonly people = new WeakMap<FastifyRequest, Person>();

  constructor(
    private readonly sessions: Sessions,
    private readonly provider: LoginProvider,
    private readonly mapping: RoleMapping,
    private readonly deskUrl: string,
  ) {}

  note(request: FastifyRequest, person: Person): void {
    this.people.set(request, person);
  }

  known = (request: FastifyRequest): Person | undefined => this.people.get(request);

  /** @throws ProblemError if there is no login, or if another site's page sent a write */
  async of(request: FastifyRequest): Promise<Person> {
    const token = tokenIn(request);
    const person = await (token === undefined ? this.browser(request) : this.program(token));
    this.note(request, person);
    if (token === undefined && !['GET', 'HEAD'].includes(request.method)) this.requireOwnPage(request);
    return person;
  }

  private async browser(request: FastifyRequest): Promise<Session> {
    const cookie = request.cookies[SESSION_COOKIE];
    const session =
      cookie === undefined
        ? undefined
        : await (isByPerson(request) ? this.sessions.use(cookie) : this.sessions.look(cookie));
    if (cookie !== undefined && !session) this.genuine.delete(hash(cookie));
    if (cookie !== undefined && session) this.genuine.set(hash(cookie), session.subject);
    if (session) return session;
    const isOther = request.headers.authorization !== undefined;
    throw isOther ? logInFirst('A program sends its token as “Authorization: Bearer …”.') : logInFirst();
  }

  /** The subject of a request's session or token; `undefined` if it was not found genuine before. */
  loginOf(request: FastifyRequest): string | undefined {
    return this.genuine.get(hash(tokenIn(request) ?? request.cookies[SESSION_COOKIE] ?? ''));
  }

  /** Requires that a page of the desk sent a write: browsers add cookies to requests of any page. */
  private requireOwnPage({ headers }: FastifyRequest): void {
    const site = headers['sec-fetch-site'];
    if (headers.origin === this.deskUrl && (site === undefined || site === 'same-origin')) return;
    throw new ProblemError('other-origin', 'The desk takes this from its own pages alone.');
  }

  private async program(token: string): Promise<Person & Partial<Pick<Session, 'endsAt'>>> {
    const claims = await this.provider.claimsOf(token).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ProviderUnreachableError') throw error;
      this.genuine.delete(hash(token));
      const detail = 'This token has expired, or the login provider has not given it for the desk.';
      throw new ProblemError('log-in', detail, { why: whyRefused(error) });
    });
    const person = personIn(claims, this.mapping);
    if (!person)
      throw new ProblemError('not-allowed', 'The token gives its holder no role at the desk.', {
        why: whyNobody(claims, this.mapping),
      });
    this.genuine.set(hash(token), person.subject);
    return { ...person, ...(typeof claims.exp === 'number' && { endsAt: new Date(claims.exp * 1_000) }) };
  }
}

const tokenIn = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/-]+=*)$/i.exec(headers.authorization ?? '')?.[1];

/** Whether the person used pointer or keys since the page's last request: a mere poll prolongs no session. */
const isByPerson = ({ headers }: FastifyRequest): boolean => headers['x-by-person'] === 'yes';

/** Voids a browser's session cookie but leaves a trace, so that its next login asks for the password. */
export const forget = (reply: FastifyReply): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, 'ended', sessionCookie);
