import { randomUUID } from 'node:crypto';
import { identityNumbersOf } from '../../cases/started-input';
import { caseId } from '../../domain/wire/workflow-ids';
import { listSessions } from '../../records/desk-sessions';
import { policiesInForce } from '../../records/projection/policies';
import { OVERSEERS } from '../contract/fields';
import type { Handlers } from '../http/run-route';
import { ProblemError } from '../http/problems';
import type { RouteContext } from '../route-context';
import { give } from './commands';

/** People: who they are, what an administrator looks after, and the number of a borrower, which is shown on a press. */
export const peopleHandlers = (parts: RouteContext) =>
  ({
    async people({ person }) {
      const sees = OVERSEERS.some((role) => person.roles.includes(role));
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
      // Before anything is answered: the case takes a signed command, which stands in its audit for good.
      await give(parts, person, {
        ...{ kind, reference, command: 'revealNumber', fields: { number } },
        requestId: randomUUID(),
      });
      return { value };
    },
  }) satisfies Partial<Handlers>;
