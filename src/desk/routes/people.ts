import { randomUUID } from 'node:crypto';
import { identityNumbersOf } from '../../cases/started-input';
import { caseId } from '../../domain/wire/workflow-ids';
import { listSessions } from '../../records/desk-sessions';
import { policiesInForce } from '../../records/projection/figures';
import { OVERSEERS } from '../contract/fields';
import type { Handlers } from '../http/run-route';
import { ProblemError } from '../http/problems';
import { hasOneOf } from '../login/roles';
import type { RouteContext } from '../route-context';
import { give } from './commands';

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
