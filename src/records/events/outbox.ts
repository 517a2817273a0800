import { hash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { AuditEntry } from '../../domain/case/audit';
import { eventOf, type CaseEvent } from '../../domain/events/events';
import { caseOf } from '../../domain/wire/workflow-ids';

/** Held from a transaction's first position to its end, so that positions become visible in order. */
const IN_ORDER = 'SELECT pg_advisory_xact_lock(7046, 4)';

/** Writes the events about entries. Call it last in their transaction: others wait for its end. */
export async function tell(client: PoolClient, caseId: string, entries: readonly AuditEntry[]) {
  const all = entries.flatMap((entry) => {
    const event = eventOf(caseId, entry);
    return event ? { ...event, id: idOf(caseId, entry), at: entry.at } : [];
  });
  const before = all.length === 0 ? [] : await toldAmong(client, caseId, all);
  const told = all.filter(({ id }) => !before.includes(id));
  if (told.length === 0) return;
  const { rows } = await client.query<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM case_event WHERE case_id = $1',
    [caseId],
  );
  const last = rows[0]?.number ?? 0;
  await client.query(IN_ORDER);
  await client.query(
    `INSERT INTO case_event (case_id, number, id, type, occurred_at, data)
     SELECT $1, $2::int + place, id, type, at, data
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::json[]) WITH ORDINALITY AS told (id, type, at, data, place)
     ORDER BY place`,
    [
      ...[caseId, last, told.map(({ id }) => id), told.map(({ type }) => type), told.map(({ at }) => at)],
      told.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

/** The ids already told: a case whose worker died between two steps may write the same deed again. */
async function toldAmong(client: PoolClient, caseId: string, told: readonly { readonly id: string }[]) {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM case_event WHERE case_id = $1 AND id = ANY($2)',
    [caseId, told.map(({ id }) => id)],
  );
  return rows.map(({ id }) => id);
}

/** A UUID (version 8) per deed, the same whenever and wherever its case writes the deed. */
function idOf(caseId: string, { id, kind, what, requestId = '' }: AuditEntry): string {
  const [run] = id.split(':');
  const isOneOfMany = kind !== 'start' && kind !== 'result' && requestId === '';
  const deed = ['event', caseId, isOneOfMany ? id : run, kind, what, requestId];
  const digest = hash('sha256', JSON.stringify(deed));
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

const SELECT = 'SELECT position, case_id, number, id, type, occurred_at, data FROM case_event';

interface Row extends Pick<CaseEvent, 'number' | 'id' | 'type' | 'data'> {
  readonly position: string;
  readonly case_id: string;
  readonly occurred_at: string;
}

/** An event and its position among all events. */
function told({ position, case_id, number, id, type, occurred_at, data }: Row) {
  const event: CaseEvent = { id, type, occurredAt: occurred_at, ...caseOf(case_id), number, data };
  return { position: Number(position), event };
}

/** The events after a position, in order. It skips none, however late an event's transaction ends. */
export async function eventsAfter(pool: Pool, position: number, limit: number) {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE position > $1 ORDER BY position LIMIT $2`, [
    position,
    limit,
  ]);
  return rows.map(told);
}

/** The event with this id; `undefined` if there is no such event. */
export async function eventWithId(pool: Pool, id: string) {
  const { rows } = await pool.query<Row>(`${SELECT} WHERE id = $1`, [id]);
  return rows[0] && told(rows[0]);
}

/** The position before the first event at or after an instant; without an instant, the last position. */
export async function positionBefore(pool: Pool, from?: string): Promise<number> {
  const { rows } = await pool.query<{ position: string | null }>(
    from === undefined
      ? 'SELECT max(position) AS position FROM case_event'
      : `SELECT coalesce(min(position) - 1, (SELECT max(position) FROM case_event)) AS position
         FROM case_event WHERE occurred_at >= $1`,
    from === undefined ? [] : [from],
  );
  return Number(rows[0]?.position ?? 0);
}
