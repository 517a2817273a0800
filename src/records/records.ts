import type { Pool } from 'pg';
import { append, type CaseEntries } from './audit/append';
import { commandsOf } from './audit/read';
import type { AuditSigningKeys } from './audit/keys';
import { connectRecords, hasRight, UnreachableRecordsError } from './connection';
import { readWritersAuditKeys } from './audit-key-files';
import { eventsAfter, eventWithId, positionBefore } from './events/outbox';
import { keeperRow } from './keeper-row';
import { moneyEffects } from './effects/money-effects';
import { migrate, type RecordsRoles } from './migrations';

/** The permanent records of cases, beyond Temporal's retention. */
export type Records = Pick<OpenRecords, 'append' | 'commandsOf' | 'effects' | 'events'>;

/** Records that a process has opened, and closes when it ends. */
export type OpenRecords = ReturnType<typeof openRecords>;

/** Whether and how a process keeps records. */
export type RecordsSettings =
  { readonly mode: 'off' } | { readonly mode: 'on'; readonly roles: RecordsRoles; readonly keyFile: string };

const OFF =
  'RECORDS=off: what happens is written down in Temporal alone. There is no audit, no fence keeps a reset case from sending twice, and no daily limit holds';
const AWAY =
  'The database of the records cannot be reached; cases hold their audit entries, and all calls to the bank wait, until it can';
const UNPROTECTED =
  'The role of DATABASE_URL may change the audit that it writes; give the tables an owner with DATABASE_MIGRATION_URL';

/** Opens the records, and warns of problems. @throws KeyFileError, MigrationError */
export async function recordsFor(settings: RecordsSettings, warn: (sentence: string) => void) {
  if (settings.mode === 'off') {
    warn(OFF);
    return undefined;
  }
  const records = openRecords(settings.roles, readWritersAuditKeys(settings.keyFile));
  const warning = await records.prepare();
  if (warning !== undefined) warn(warning);
  return records;
}

type Query = (...given: never[]) => unknown;

/** Opens the records. Each call retries a database that is away, and its migrations. */
export function openRecords(roles: RecordsRoles, keys: AuditSigningKeys) {
  const [pool, keeperPool] = [connectRecords(roles.url), connectRecords(roles.url)];
  let migrated: Promise<unknown> | undefined;
  const ready = () =>
    (migrated ??= migrate(roles).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    }));
  const whenReady = <A extends object>(queries: A): A =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [
        name,
        (...given: never[]) => ready().then(() => (query as Query)(...given)),
      ]),
    ) as A;
  return {
    effects: whenReady(moneyEffects(pool, keys)),
    /** The events about cases for other systems, each with its position among all. */
    events: whenReady({
      after: (position: number, limit: number) => eventsAfter(pool, position, limit),
      withId: (id: string) => eventWithId(pool, id),
      positionBefore: (from?: string) => positionBefore(pool, from),
    }),
    ...whenReady({
      append: (given: CaseEntries) => append(pool, keys, given),
      commandsOf: (caseIds: readonly string[], names: readonly string[]) =>
        commandsOf(pool, keys, caseIds, names),
    }),
    /** Returns a warning about the records for people, `undefined` if all is well. @throws MigrationError */
    async prepare() {
      try {
        await ready();
        return (await mayChangeAudit(pool)) ? UNPROTECTED : undefined;
      } catch (error) {
        if (error instanceof UnreachableRecordsError) return AWAY;
        throw error;
      }
    },
    /** The keeper row of a namespace. It has a connection of its own, so that nothing else delays it. */
    keeperOf(namespace: string) {
      const row = keeperRow(keeperPool, namespace);
      return { ...row, look: () => ready().then(() => row.look()) };
    },
    close: async () => {
      await Promise.all([pool.end(), keeperPool.end()]);
    },
  };
}

/** Whether the program's role could change the audit: then chain, signatures and heads alone protect it. */
export const mayChangeAudit = (pool: Pool): Promise<boolean> =>
  hasRight(pool, 'audit_entry', 'UPDATE, DELETE, TRUNCATE, TRIGGER');
