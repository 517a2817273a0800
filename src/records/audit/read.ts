import type { Pool } from 'pg';
import { COLUMNS, isWhole, type AuditDetail, type AuditRow } from './row';
import type { AuditKeys } from './keys';

/** A row with its detail; `undefined` if it never had one or the detail was erased. */
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

/** Selects entries with their details; `rest` follows FROM and calls the entry `e`. */
async function selectEntries(pool: Pool, rest: string, values: readonly unknown[]): Promise<ReadEntry[]> {
  const { rows } = await pool.query<Selected>(`${SELECT} ${rest}`, [...values]);
  return rows.map(entryOf);
}

/** The audit of one case, oldest first. */
export const entriesOf = (pool: Pool, caseId: string): Promise<ReadEntry[]> =>
  selectEntries(pool, 'WHERE e.case_id = $1 ORDER BY e.sequence', [caseId]);

/** Every entry, case by case, oldest first. */
export async function* allEntries(pool: Pool): AsyncGenerator<ReadEntry> {
  const rest = `WHERE (e.case_id, e.sequence) > ($1, $2) ORDER BY e.case_id, e.sequence LIMIT ${PAGE}`;
  let last: Pick<ReadEntry, 'case_id' | 'sequence'> | undefined = { case_id: '', sequence: 0 };
  // Ends with the first page that is not full.
  while (last) {
    const page: ReadEntry[] = await selectEntries(pool, rest, [last.case_id, last.sequence]);
    yield* page;
    last = page.length === PAGE ? page.at(-1) : undefined;
  }
}

/** Every signed checkpoint as stored, or the first of them, by number. */
export async function storedCheckpoints(pool: Pool, from = 0, most?: number) {
  const { rows } = await pool.query<{ number: number; signed: string }>(
    'SELECT number, signed FROM audit_checkpoint WHERE number >= $1 ORDER BY number LIMIT $2',
    [from, most],
  );
  return rows;
}

/** A filter of entries; every field is optional. */
export interface AuditSearch {
  readonly actors?: readonly string[] | undefined;
  readonly caseIds?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** Names of commands, of stages, or of results. */
  readonly what?: readonly string[] | undefined;
  /** Business time, ISO 8601; `from` inclusive, `to` exclusive. */
  readonly span?: { readonly from: string; readonly to: string } | undefined;
  /** Entries written before this position. */
  readonly before?: number | undefined;
}

/** Entries of all cases, the newest first. */
export function searchEntries(pool: Pool, search: AuditSearch, limit: number): Promise<ReadEntry[]> {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { actors, caseIds, kinds, what, span, before } = search;
  const conditions = [
    'true',
    ...(actors === undefined ? [] : [`e.actor = ANY(${value(actors)})`]),
    ...(caseIds === undefined ? [] : [`e.case_id = ANY(${value(caseIds)})`]),
    ...(kinds === undefined ? [] : [`e.kind = ANY(${value(kinds)})`]),
    ...(what === undefined ? [] : [`e.what = ANY(${value(what)})`]),
    ...(span === undefined ? [] : [`e.at >= ${value(span.from)}`, `e.at < ${value(span.to)}`]),
    ...(before === undefined ? [] : [`e.position < ${value(before)}`]),
  ];
  const rest = `WHERE ${conditions.join(' AND ')} ORDER BY e.position DESC LIMIT ${value(limit)}`;
  return selectEntries(pool, rest, values);
}

/** `act` is `undefined` where messages name their own actors; `at` is business time, ISO 8601. */
export type CarriedOut = Readonly<Awaited<ReturnType<typeof commandsOf>>[number]>;

/** The commands of these names that cases carried out, oldest first per case; unsealed rows are left out. */
export async function commandsOf(
  pool: Pool,
  keys: AuditKeys,
  caseIds: readonly string[],
  names: readonly string[],
) {
  const entries = await selectEntries(
    pool,
    `WHERE e.case_id = ANY($1) AND e.kind = 'command' AND e.what = ANY($2) ORDER BY e.case_id, e.sequence`,
    [caseIds, names],
  );
  return entries
    .filter((entry) => isWhole(entry, keys))
    .map(({ case_id: caseId, what: name, act, at }) => ({ caseId, name, act: act ?? undefined, at }));
}
