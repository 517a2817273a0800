import { randomUUID } from 'node:crypto';
import { identityNumbersOf } from '../../cases/started-input';
import { kinds } from '../../domain/kinds';
import { caseId } from '../../domain/wire/workflow-ids';
import { listSessions } from '../../records/desk-sessions';
import { policiesInForce } from '../../records/projection/figures';
import { mayReadPayloads } from '../codec';
import { KINDS, OVERSEERS } from '../contract/fields';
import { routes, type RouteName } from '../contract/routes';
import type { Handlers } from '../http/run-route';
import { ProblemError } from '../http/problems';
import { forget, SESSION_COOKIE } from '../http/visitors';
import { hasOneOf } from '../login/roles';
import { codecPassOf, type Session } from '../login/sessions';
import type { RouteContext } from '../route-context';
import { give } from './commands';

export const sessionHandlers = (parts: RouteContext) => {
  const { sessions, webUi, codecUrl, demonstration, clock, logoutAddress } = parts;
  return {
    session({ person, request }) {
      const cookie = request.cookies[SESSION_COOKIE];
      const mayDecode = codecUrl !== undefined && cookie !== undefined && mayReadPayloads(person);
      const codecEndpoint = mayDecode ? `${codecUrl}/${codecPassOf(cookie)}` : undefined;
      const { endsAt = new Date() } = person as Partial<Session>;
      return {
        ...{ subject: person.subject, name: person.name, roles: person.roles, branch: person.branch },
        endsAt: endsAt.toISOString(),
        loggedInAt: person.loggedInAt.getTime() > 0 ? person.loggedInAt.toISOString() : undefined,
        mayStart: KINDS.filter((kind) => hasOneOf(person, kinds[kind].start?.roles ?? [])),
        mayUse: (Object.keys(routes) as RouteName[]).filter((name) => hasOneOf(person, routes[name].roles)),
        ...{ webUi, codecEndpoint, demonstration },
        clock: clock.anchor && { rate: clock.rate, anchor: clock.anchor },
      };
    },
    async logout({ request, reply }) {
      const idToken = await sessions.end(request.cookies[SESSION_COOKIE] ?? '');
      forget(reply);
      return { next: (idToken === undefined ? undefined : await logoutAddress(idToken)) ?? '/' };
    },
    endSessions: async ({ body: { subject } }) => ({ ended: await sessions.endAllOf(subject) }),
  } satisfies Partial<Handlers>;
};

/** The people of the desk, the administrator's page, and a borrower's number, shown only on demand. */
export const peopleHandlers = (parts: RouteContext) =>
  ({
    async people({ person }) {
      const sees = hasOneOf(person, OVERSEERS);
      const known = await parts.people.all();
      return {
        people: known.map(({ loggedInAt, ...one }) => ({
          ...one,
          ...(sees && { loggedInAt: loggedInAt.toISOString() }),
        })),
      };
    },
    async administration() {
      const { pool } = parts.copy;
      const [sessions, policies, keys] = await Promise.all([
        listSessions(pool),
        policiesInForce(pool),
        parts.keys(),
      ]);
      return { sessions, policies, keys };
    },
    async revealNumber({ params: { kind, reference }, body: { number }, person }) {
      const { [number]: value } = await identityNumbersOf(parts.client, caseId(kind, reference));
      if (value === undefined)
        throw new ProblemError('not-found', `The case has no ${number.toUpperCase()} of a person.`);
      // First the case takes a signed command, so that its audit records the look for good.
      await give(parts, person, {
        ...{ kind, reference, command: 'revealNumber', fields: { number } },
        requestId: randomUUID(),
      });
      return { value };
    },
  }) satisfies Partial<Handlers>;
