import type { Pool, PoolClient } from 'pg';
import { COLUMNS, type AuditRow } from '../../src/records/audit/row';
import { inTransaction } from '../../src/records/connection';

/** A detail as its table has it. */
interface DetailRow {
  readonly case_id: string;
  readonly sequence: number;
  readonly salt: string;
  readonly content: string;
}

/** A checkpoint as its table has it. */
export interface CheckpointRow {
  readonly number: number;
  readonly signed: string;
}

/** Everything that the database holds of the audit. */
export interface AuditCopy {
  readonly rows: readonly AuditRow[];
  readonly details: readonly DetailRow[];
  readonly checkpoints: readonly CheckpointRow[];
}

/** Reads the whole audit. */
export async function readCopy(pool: Pool): Promise<AuditCopy> {
  const all = async <R>(table: string, order: string) =>
    (await pool.query<R & object>(`SELECT * FROM ${table} ORDER BY ${order}`)).rows;
  const rows = await all<AuditRow>('audit_entry', 'position');
  return {
    rows: rows.map((row) => ({ ...row, position: Number(row.position as unknown) })),
    details: await all<DetailRow>('audit_detail', 'case_id, sequence'),
    checkpoints: await all<CheckpointRow>('audit_checkpoint', 'number'),
  };
}

/** What a superuser does who wants the audit to be another one: switches every protection off, and writes. */
export const replaceCopy = (superuser: Pool, from: AuditCopy, to: AuditCopy): Promise<void> =>
  inTransaction(superuser, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await replace(client, 'audit_entry', COLUMNS, from.rows, to.rows);
    await replace(
      client,
      'audit_detail',
      ['case_id', 'sequence', 'salt', 'content'],
      from.details,
      to.details,
    );
    await replace(client, 'audit_checkpoint', ['number', 'signed'], from.checkpoints, to.checkpoints);
  });

async function replace<R extends object>(
  client: PoolClient,
  table: string,
  columns: readonly (keyof R & string)[],
  from: readonly R[],
  to: readonly R[],
): Promise<void> {
  const text = (row: R) => JSON.stringify(columns.map((column) => row[column]));
  const [before, after] = [new Set(from.map(text)), new Set(to.map(text))];
  const places = (from: number) => columns.map((_, place) => `$${place + from}`).join(', ');
  const each = async (rows: readonly R[], sql: string) => {
    for (const row of rows)
      await client.query(
        sql,
        columns.map((column) => row[column]),
      );
  };
  const same = columns.map((column, place) => `${column} IS NOT DISTINCT FROM $${place + 1}`).join(' AND ');
  await each(
    from.filter((row) => !after.has(text(row))),
    `DELETE FROM ${table} WHERE ${same}`,
  );
  await each(
    to.filter((row) => !before.has(text(row))),
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places(1)})`,
  );
}
