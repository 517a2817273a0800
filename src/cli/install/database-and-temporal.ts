import { join } from 'node:path';
import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { entriesOf } from '../../authority/key-ring';
import { connectRecords, reasonOf, UnreachableRecordsError } from '../../records/connection';
import { migrate, PROGRAM_ROLES } from '../../records/migrations';
import { temporalTarget, withConnection, type TemporalClient } from '../../temporal/connection';
import { deletingText } from '../../temporal/schedules';
import { NamespaceError, setUpNamespace } from '../../temporal/search-attributes';
import { examined, fine, wrong, type Finding } from '../doctor/finding';
import { knownSchedules } from '../../cases/schedules';
import { refusal } from '../../cases/request-error';
import { TYPED } from '../terminal';
import type { Answers } from './answers';
import { databaseFor, OWNER, type Variables } from './environment';
import type { Secrets } from './keys';

const DATABASE_ROLES = [OWNER, ...PROGRAM_ROLES] as const;

/** SQL for a PostgreSQL administrator: creates what is missing, and gives each role its password, as often as it is run. */
export function rolesSql({ database }: Answers, secrets: Secrets): string {
  const name = decodeURIComponent(new URL(database).pathname.slice(1));
  const made = (what: string, found: string) =>
    `SELECT ${escapeLiteral(what)} WHERE NOT EXISTS (SELECT FROM ${found}) \\gexec`;
  const role = (one: (typeof DATABASE_ROLES)[number]) => [
    made(`CREATE ROLE ${one}`, `pg_roles WHERE rolname = '${one}'`),
    `ALTER ROLE ${one} LOGIN PASSWORD '${secrets[one]}';`,
  ];
  return [
    '-- For psql, as an administrator of PostgreSQL. Each program has a role of its own, and none owns the tables.',
    '\\set ON_ERROR_STOP on',
    ...DATABASE_ROLES.flatMap(role),
    // An administrator who is not a superuser must be a member of the role to give it a database.
    `GRANT ${OWNER} TO CURRENT_USER;`,
    made(
      `CREATE DATABASE ${escapeIdentifier(name)} OWNER ${OWNER}`,
      `pg_database WHERE datname = ${escapeLiteral(name)}`,
    ),
    '',
  ].join('\n');
}

/** Logs in as each role, and then brings the tables up to date. */
export const prepareDatabase = (answers: Answers, folder: string, secrets: Secrets): Promise<Finding[]> =>
  examined('Database', 'DATABASE_URL is made from "database" in the answers: correct it there', async () => {
    const urlOf = (role: (typeof DATABASE_ROLES)[number]) => databaseFor(role, answers, secrets);
    const answered = DATABASE_ROLES.map(async (role) => [role, await whyNoLogin(urlOf(role))] as const);
    const refused = (await Promise.all(answered)).filter(([, why]) => why !== undefined);
    if (refused.length > 0) {
      const found = `cannot log in: ${refused.map(([role, why]) => `${role} (${why})`).join(', ')}`;
      const todo = `an administrator of PostgreSQL runs "psql postgres://ADMINISTRATOR@${new URL(answers.database).host}/postgres < ${join(folder, 'roles.sql')}", also again: each role then has its password and may log in`;
      return [wrong('Database', found, todo)];
    }
    const applied = await migrate({ url: urlOf('records_worker'), ownerUrl: urlOf(OWNER) });
    const found =
      applied.length === 0 ? 'every migration was applied before' : `${applied.length} migrations`;
    return [fine('Database', `${found}; each program logs in by its role`)];
  });

/** Why PostgreSQL lets a role not in; `undefined` if it does. @throws UnreachableRecordsError if it does not answer */
async function whyNoLogin(url: string): Promise<string | undefined> {
  const pool = connectRecords(url);
  try {
    await pool.query('SELECT 1');
    return undefined;
  } catch (error) {
    if (error instanceof DatabaseError) return reasonOf(error);
    throw new UnreachableRecordsError(error);
  } finally {
    await pool.end();
  }
}

/** Creates the namespace and its search attributes, if these variables permit. */
export const prepareTemporal = (variables: Variables): Promise<Finding[]> =>
  examined('Temporal', 'start it, or correct temporal.address', async () => {
    const target = temporalTarget({ variables, encryption: 'off' });
    try {
      const made = await withConnection(target, ({ connection }) => setUpNamespace(connection, target));
      const found = made.length === 0 ? 'all was there' : `made ${made.join(', ')}`;
      return [fine('Temporal', `${target.namespace} with its search attributes: ${found}`)];
    } catch (error) {
      if (!(error instanceof NamespaceError)) throw error;
      return [wrong('Temporal', error.message, 'let an administrator of Temporal do that')];
    }
  });

/** @throws RequestError if workers of another installation have written schedules there, which new keys would not read */
export async function requireUnused(variables: Variables): Promise<void> {
  const target = temporalTarget({ variables, encryption: 'off' });
  const { namespace } = target;
  const described = ({ workflowService }: TemporalClient) =>
    Promise.allSettled(
      knownSchedules.map((scheduleId) => workflowService.describeSchedule({ namespace, scheduleId })),
    );
  const asked = await withConnection(target, described).catch(() => []);
  const found = knownSchedules.filter((_, place) => asked[place]?.status === 'fulfilled');
  if (found.length === 0) return;
  throw refusal(
    `Workers of another installation use the namespace ${namespace}: name its folder, or another namespace. If it is gone for good, with all its cases: ${found.map((id) => deletingText(target, id)).join(', ')}.`,
  );
}

/** Checks that each person has an active key with no roles beyond the answers'. */
export function lookAtPeople({ people }: Answers, ring: string): Finding[] {
  const entries = entriesOf(ring);
  return Object.entries(people).flatMap(([person, roles]) => {
    const all = entries.filter(({ asserts }) => asserts.subject === person);
    const own = all.filter(({ state }) => state === 'active');
    const beyond = own.flatMap(({ asserts }) => asserts.roles).filter((role) => !roles.includes(role));
    const excess = `the key of ${person} also asserts ${beyond.join(', ')}`;
    if (beyond.length > 0) return [wrong('People', excess, `"${TYPED} keys revoke"`)];
    if (own.length > 0) return [fine('People', `${person} has a key`)];
    const had = all.at(-1)?.state;
    const anew = had === undefined ? '' : ` --out ${person}.new.key.json`;
    const request = `"${TYPED} keys request ${person} --roles ${roles.join(',')}${anew} > ${person}.public.json"`;
    const todo = `${person} runs ${request} and brings that file; then "${TYPED} keys add ${person}.public.json --ring ${ring}"`;
    return had === undefined
      ? [wrong('People', `${person} has no key yet`, todo)]
      : [wrong('People', `the key of ${person} is ${had}`, `${LEFT}. If not: ${todo}`)];
  });
}

const LEFT = 'if the person has left, take them out of the answers (docs/INSTALL.md, Somebody leaves)';

/** The desk's registration at the login provider, in the terms of OpenID Connect and RFC 7591. */
export const openIdClient = ({ desk, provider }: Answers) => ({
  client_name: 'Officers’ desk',
  client_id: provider.clientId,
  application_type: 'web',
  redirect_uris: [new URL('/api/login/return', desk).href],
  post_logout_redirect_uris: [new URL('/', desk).href],
  response_types: ['code'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: provider.clientSecret === undefined ? 'none' : 'client_secret_basic',
  scope: 'openid profile',
  require_auth_time: true,
});
