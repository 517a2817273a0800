import { kinds } from '../../domain/kinds';
import { KINDS } from '../contract/fields';
import { routes, type RouteName } from '../contract/routes';
import type { Handlers } from '../http/run-route';
import { forget, SESSION_COOKIE } from '../http/visitors';
import { hasOneOf } from '../login/roles';
import { codecPassOf, type Session } from '../login/sessions';
import { mayReadPayloads } from '../codec';
import type { RouteContext } from '../route-context';

/** Shows and ends sessions. */
export const sessionHandlers = (parts: RouteContext) => {
  const { sessions, webUi, codecUrl, demonstration, clock, logoutAddress } = parts;
  return {
    session({ person, request }) {
      const cookie = request.cookies[SESSION_COOKIE];
      const mayDecode = codecUrl !== undefined && cookie !== undefined && mayReadPayloads(person);
      const codecEndpoint = mayDecode ? `${codecUrl}/${codecPassOf(cookie)}` : undefined;
      const { endsAt = new Date(), idleEndsAt = endsAt } = person as Partial<Session>;
      return {
        ...{ subject: person.subject, name: person.name, roles: person.roles, branch: person.branch },
        endsAt: endsAt.toISOString(),
        idleEndsAt: idleEndsAt.toISOString(),
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
