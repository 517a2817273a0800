import { DESK_ROLES, WATCHING_ROLES, type DeskRole } from '../../../../src/desk/contract/fields';
import type { Route } from '../../../../src/desk/contract/route';
import { routes, type RouteName } from '../../../../src/desk/contract/routes';
import type { Answer, Browser } from '../browser';
import { inAnotherStage, isAsExpected, isOfPerson, refusalBy, RELATIONS, type Relation } from './expected';
import type { OpenCase } from './open-cases';
import type { Visitors } from './visitors';
import { requestFor } from './route-requests';
import { kinds } from '../../../../src/domain/kinds';

/** What is walked: people of a desk, and real cases. */
export interface Ground {
  readonly visitors: Visitors;
  readonly cases: readonly OpenCase[];
  /** A document that was uploaded to the loan. */
  readonly sha256: string;
}

/** How many answers there were, and which were wrong. */
export interface Walked {
  readonly answers: number;
  readonly wrong: readonly string[];
}

const everyone = DESK_ROLES.flatMap((role) => RELATIONS.map((relation) => ({ role, relation }))).map(
  (person, turn) => ({ ...person, turn }),
);
/** So many people work at the same time. */
const AT_ONCE = 4;

type Check = (
  person: Browser,
  role: DeskRole,
  relation: Relation,
  turn: number,
) => AsyncIterable<string | undefined>;

/** Lets a person of each role and relation do one thing after the other; each yields what was wrong about it, or nothing. */
export async function walk({ visitors }: Ground, check: Check): Promise<Walked> {
  const left = [...everyone];
  const found: (string | undefined)[] = [];
  const walker = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const { role, relation, turn } = one;
      for await (const wrong of check(await visitors.inRelation(role, relation), role, relation, turn))
        found.push(wrong === undefined ? undefined : `${role}, ${relation}: ${wrong}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walker));
  return { answers: found.length, wrong: found.filter((one) => one !== undefined) };
}

export const pathOf = ({ kind, reference }: OpenCase) => `/api/cases/${kind}/${reference}`;
export const commandsOf = ({ kind }: OpenCase) => Object.entries(kinds[kind].commands);
export const told = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`;

/** How often a request is repeated that a busy machine did not answer in time. */
const PATIENCE = 10;

/** Asks again where no answer came in time, as the desk tells its users to do. */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  let answer = await send();
  for (let again = 0; again < PATIENCE && /No worker answers/.test(answer.text); again++)
    answer = await send();
  return answer;
}

/** Who looks on gives no command to any case. */
const isWatching = (role: DeskRole): boolean => (WATCHING_ROLES as readonly DeskRole[]).includes(role);

/**
 * Each person walks every third case: each role meets each case in one relation at least, and each relation meets it
 * in two roles. The unit tests of `decide` combine all of them.
 */
const SHARE = 3;

/** Every command of a case, and what its page tells about it. */
export const commandByCommand = ({ cases, sha256 }: Ground): Check =>
  async function* (person, role, relation, turn) {
    for (const one of cases.filter((_, place) => (place + turn) % SHARE === 0)) {
      const looked = await patiently(() => person.get(pathOf(one)));
      const { body: page } = looked;
      for (const [command, row] of commandsOf(one)) {
        const refusal = refusalBy(row, command, one, role, relation);
        const body = inAnotherStage(one, row, sha256);
        const answer = await patiently(() => person.post(`${pathOf(one)}/commands/${command}`, body));
        if (isWatching(role)) {
          yield answer.status === 403
            ? undefined
            : `${command} of the ${one.kind}: ${told(answer)}, expected 403`;
          continue;
        }
        if (page.commands === undefined) {
          yield `${pathOf(one)}: ${told(looked)}`;
          continue;
        }
        const offered = page.commands.find(({ name }: Answer['body']) => name === command);
        const what = `${command} of the ${one.kind} ${one.reference}`;
        if (!isAsExpected(answer, refusal, one)) yield `${what}: ${told(answer)}, expected ${refusal}`;
        // It has a button of its own.
        else if (command === 'revealNumber') yield offered && `${what} is offered on its page`;
        else yield agrees(offered, refusal) ? undefined : `${what}, on its page: ${offered.whyNot}`;
      }
    }
  };

const agrees = ({ allowed, whyNot = '' }: Answer['body'], refusal: string | undefined): boolean =>
  refusal === undefined ? !isOfPerson(whyNot) : !allowed && whyNot === refusal;

/** The commands that most kinds of case know, and those by which money goes out. */
const FOR_MANY = [
  ...['addNote', 'assign', 'retry', 'cancel'],
  ...['approve', 'reject', 'confirmProposal', 'acceptOffer'],
];

/** One command for all cases at once. */
export const manyAtOnce = ({ cases, sha256 }: Ground): Check =>
  async function* (person, role, relation) {
    const to = cases.map(({ kind, reference }) => ({ kind, reference }));
    for (const command of FOR_MANY) {
      const some = cases.find(({ kind }) => command in kinds[kind].commands)!;
      const form = inAnotherStage(some, kinds[some.kind].commands[command]!, sha256);
      const order = { ...form, expectedStage: 'NOWHERE', command, cases: to };
      const answer = await patiently(() => person.post('/api/commands', order));
      if (isWatching(role)) {
        yield answer.status === 403 ? undefined : `${command}: ${told(answer)}, expected 403`;
        continue;
      }
      const { body } = answer;
      for (const [place, one] of cases.entries()) {
        const row = kinds[one.kind].commands[command];
        const refusal = row
          ? refusalBy(row, command, one, role, relation)
          : `There is no command ${command} for a ${one.kind}.`;
        const { receipt, refusal: given } = body.results[place];
        const isRight = refusal === undefined ? !isOfPerson(given) : given === refusal;
        yield !receipt && isRight ? undefined : `${command} of the ${one.kind}: ${given}`;
      }
    }
  };

/** `events` never ends, `logout` ends the session: they are asked by themselves. */
const asked = (Object.entries(routes) as [RouteName, Route][]).filter(
  ([name]) => name !== 'events' && name !== 'logout',
);

/** Every route; a document alone is uploaded by relation too. */
export const routeByRoute = ({ cases, sha256 }: Ground): Check =>
  async function* (person, role, relation) {
    const reconciliation = cases.find(({ kind }) => kind === 'reconciliation')!.reference;
    for (const [name, route] of asked) {
      const hasRole = route.roles.includes(role);
      const request = requestFor(name, route, { sha256, reconciliation }, hasRole);
      const answer = await patiently(() => ask(person, route, request));
      const isForeign = name === 'upload' && relation === 'otherBranch';
      const isRight = answer.status === (hasRole && !isForeign ? request.allowed : 403);
      const isTold = hasRole || answer.body?.detail === `This is for the role ${route.roles.join(' or ')}.`;
      yield isRight && isTold ? undefined : `${name}: ${told(answer)}`;
    }
  };

/** Sends a request for a route. */
export const ask = (
  person: Browser,
  { method }: Route,
  { path, body }: ReturnType<typeof requestFor>,
): Promise<Answer> => (method === 'GET' ? person.get(path) : person.post(path, body ?? {}));
