import type { Pool } from 'pg';
import { COLUMNS, type AuditDetail, type AuditRow } from './row';

/** A row with its detail; none where it never had one or where it was removed. */
export interface ReadEntry extends AuditRow {
  readonly detail: AuditDetail | undefined;
}

const PAGE = 1_000;

const SELECT = `SELECT ${COLUMNS.map((column) => `e.${column}`).join(', ')}, d.salt, d.content
  FROM audit_entry e LEFT JOIN audit_detail d USING (case_id, sequence)`;

type Selected = Omit<AuditRow, 'position'> & {
  readonly position: string;
  readonly salt: string | null;
  readonly content: string | null;
};

const entryOf = ({ salt, content, position, ...row }: Selected): ReadEntry => ({
  ...row,
  position: Number(position),
  detail: salt === null || content === null ? undefined : { salt, content },
});

/** Entries with their details; `rest` is what follows FROM, and names the entry `e`. */
export async function selectEntries(
  pool: Pool,
  rest: string,
  values: readonly unknown[],
): Promise<ReadEntry[]> {
  const { rows } = await pool.query<Selected>(`${SELECT} ${rest}`, [...values]);
  return rows.map(entryOf);
}

/** The audit of one case, oldest first. */
export const entriesOf = (pool: Pool, caseId: string): Promise<ReadEntry[]> =>
  selectEntries(pool, 'WHERE e.case_id = $1 ORDER BY e.sequence', [caseId]);

/** Every entry, case by case, oldest first. */
export async function* allEntries(pool: Pool): AsyncGenerator<ReadEntry> {
  let page: ReadEntry[] = await after(pool, '', 0);
  while (page.length > 0) {
    yield* page;
    const last = page.at(-1);
    page = last && page.length === PAGE ? await after(pool, last.case_id, last.sequence) : [];
  }
}

const after = (pool: Pool, caseId: string, sequence: number): Promise<ReadEntry[]> =>
  selectEntries(
    pool,
    `WHERE (e.case_id, e.sequence) > ($1, $2) ORDER BY e.case_id, e.sequence LIMIT ${PAGE}`,
    [caseId, sequence],
  );

/** Every signed checkpoint as it is stored, by number. */
export async function storedCheckpoints(pool: Pool, from = 0): Promise<{ number: number; signed: string }[]> {
  const { rows } = await pool.query<{ number: number; signed: string }>(
    'SELECT number, signed FROM audit_checkpoint WHERE number >= $1 ORDER BY number',
    [from],
  );
  return rows;
}
