import type { Pool } from 'pg';
import type { AuditHead } from '../domain/case/audit';
import { append, type CaseEntries } from './audit/append';
import { commandsOf, type CarriedOut } from './audit/read';
import type { AuditSigningKeys } from './audit/keys';
import { connectRecords, hasRight, UnreachableRecordsError } from './connection';
import { readWritersAuditKeys } from './audit-key-files';
import { eventsAfter, eventWithId, positionBefore, type ToldEvent } from './events/outbox';
import { keeperRow, type KeeperRow } from './keeper-row';
import { moneyEffects } from './effects/money-effects';
import type { MoneyEffects } from './effects/effect';
import { migrate, type RecordsRoles } from './migrations';

/** The permanent records of cases, beyond Temporal's retention. */
export interface Records {
  /** Adds entries to the audit of a case; entries that it holds already change nothing. */
  append(given: CaseEntries): Promise<AuditHead>;
  /** The commands of these names that cases carried out, oldest first per case; forged rows are left out. */
  commandsOf(caseIds: readonly string[], names: readonly string[]): Promise<CarriedOut[]>;
  readonly effects: MoneyEffects;
  readonly events: Outbox;
}

/** The events about cases for other systems, each with its position among all. */
export interface Outbox {
  after(position: number, limit: number): Promise<ToldEvent[]>;
  withId(id: string): Promise<ToldEvent | undefined>;
  /** The position before the first event at or after an instant; without one, the last position. */
  positionBefore(from?: string): Promise<number>;
}

/** Records that a process has opened, and closes when it ends. */
export interface OpenRecords extends Records {
  /** Returns a warning about the records for people, `undefined` if all is well. @throws MigrationError */
  prepare(): Promise<string | undefined>;
  /** The keeper row of a namespace. It has a connection of its own, so that nothing else delays it. */
  keeperOf(namespace: string): KeeperRow;
  close(): Promise<void>;
}

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
export async function recordsFor(
  settings: RecordsSettings,
  warn: (sentence: string) => void,
): Promise<OpenRecords | undefined> {
  if (settings.mode === 'off') {
    warn(OFF);
    return undefined;
  }
  const records = openRecords(settings.roles, readWritersAuditKeys(settings.keyFile));
  const warning = await records.prepare();
  if (warning !== undefined) warn(warning);
  return records;
}

/** Opens the records. Each call retries a database that is away, and its migrations. */
export function openRecords(roles: RecordsRoles, keys: AuditSigningKeys): OpenRecords {
  const [pool, keeperPool] = [connectRecords(roles.url), connectRecords(roles.url)];
  let migrated: Promise<unknown> | undefined;
  const ready = () =>
    (migrated ??= migrate(roles).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    }));
  const effects = moneyEffects(pool, keys);
  return {
    effects: {
      admit: (...given) => ready().then(() => effects.admit(...given)),
      doubt: (...given) => ready().then(() => effects.doubt(...given)),
      settle: (...given) => ready().then(() => effects.settle(...given)),
    },
    events: {
      after: (...given) => ready().then(() => eventsAfter(pool, ...given)),
      withId: (...given) => ready().then(() => eventWithId(pool, ...given)),
      positionBefore: (...given) => ready().then(() => positionBefore(pool, ...given)),
    },
    append: (given) => ready().then(() => append(pool, keys, given)),
    commandsOf: (...given) => ready().then(() => commandsOf(pool, keys, ...given)),
    async prepare() {
      try {
        await ready();
        return (await mayChangeAudit(pool)) ? UNPROTECTED : undefined;
      } catch (error) {
        if (error instanceof UnreachableRecordsError) return AWAY;
        throw error;
      }
    },
    keeperOf(namespace) {
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
