import type { AuditHead } from '../domain/case/audit';
import { append, type CaseEntries } from './audit/append';
import type { AuditKeys } from './audit/keys';
import { connectRecords, UnreachableRecordsError } from './connection';
import { migrate, type RecordsRoles } from './migrations';

/** What cases are written down in for good, beyond Temporal's retention. */
export interface Records {
  /** Adds entries to the audit of a case; what it holds already changes nothing. */
  append(given: CaseEntries): Promise<AuditHead>;
}

/** Records that a process has opened, and closes when it ends. */
export interface OpenRecords extends Records {
  /** Whether the tables are there; false while the database cannot be reached. @throws MigrationError */
  prepare(): Promise<boolean>;
  /** Whether the program's role could change what it has written: then only chain, MACs and signed heads protect it. */
  mayChange(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the records. A database that is away is tried again with each entry, and so are its migrations. */
export function openRecords(roles: RecordsRoles, keys: AuditKeys): OpenRecords {
  const pool = connectRecords(roles.url);
  let migrated: Promise<unknown> | undefined;
  const ready = () =>
    (migrated ??= migrate(roles).catch((error: unknown) => {
      migrated = undefined;
      throw error;
    }));
  return {
    async append(given) {
      await ready();
      return append(pool, keys, given);
    },
    async prepare() {
      try {
        await ready();
        return true;
      } catch (error) {
        if (error instanceof UnreachableRecordsError) return false;
        throw error;
      }
    },
    async mayChange() {
      const { rows } = await pool.query<{ may: boolean }>(
        `SELECT has_table_privilege('audit_entry', 'UPDATE, DELETE, TRUNCATE, TRIGGER') AS may`,
      );
      return rows[0]?.may === true;
    },
    close: () => pool.end(),
  };
}
