import type { PoolClient } from 'pg';
import type { AuditKeys } from '../audit/keys';
import type { Admission, EffectLimits, MoneyEffect } from './effect';
import { isSealed, SELECTED, type EffectRow } from './row';

type Limit = keyof EffectLimits;

/** Where sends are counted: within a transaction. */
interface Counted {
  readonly client: PoolClient;
  readonly keys: AuditKeys;
}

/** By which columns each limit counts, in the order in which they are locked: two sends never wait for one another. */
const COUNTED = [
  ['perMakerKobo', ['maker', 'day']],
  ['perAccountKobo', ['account', 'day']],
  ['mandateKobo', ['mandate']],
] as const satisfies [Limit, (keyof EffectRow & keyof MoneyEffect)[]][];

/**
 * The first limit that would be passed if this were sent as well; nothing where all hold. Until the transaction ends,
 * no other send counts towards the same limits.
 */
export async function overLimit(
  counted: Counted,
  effect: MoneyEffect,
  limits: EffectLimits,
): Promise<Extract<Admission, { what: 'overLimit' }> | undefined> {
  for (const [limit, columns] of COUNTED) {
    const most = limits[limit];
    const key = columns.map((column) => [column, effect[column]] as const);
    if (most === undefined || key.some(([, value]) => value === undefined)) continue;
    const usedKobo = await used(counted, limit, effect.reference, key as Key);
    if (usedKobo + effect.amountKobo > most) return { what: 'overLimit', limit, usedKobo };
  }
  return undefined;
}

type Key = readonly (readonly ['maker' | 'account' | 'day' | 'mandate', string])[];

/** What other references have used, by the last row of each that a worker has written. */
async function used({ client, keys }: Counted, limit: Limit, reference: string, key: Key): Promise<number> {
  const values = key.map(([, value]) => value);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [[limit, ...values].join(' ')]);
  const where = key.map(([column], place) => `${column} = $${place + 2}`).join(' AND ');
  const { rows } = await client.query<EffectRow>(
    `SELECT DISTINCT ON (reference) ${SELECTED} FROM money_effect
     WHERE reference <> $1 AND reference IN (SELECT reference FROM money_effect WHERE ${where})
     ORDER BY reference, sequence DESC`,
    [reference, ...values],
  );
  let usedKobo = 0;
  for (const row of rows) {
    const last = isSealed(row, keys) ? row : await lastSealed(client, keys, row.reference);
    if (last && key.every(([column, value]) => last[column] === value)) usedKobo += Number(last.amount);
  }
  return usedKobo;
}

/** The last row of a reference that a worker has written: what others have added behind it frees nothing. */
async function lastSealed(
  client: PoolClient,
  keys: AuditKeys,
  reference: string,
): Promise<EffectRow | undefined> {
  const { rows } = await client.query<EffectRow>(
    `SELECT ${SELECTED} FROM money_effect WHERE reference = $1 ORDER BY sequence DESC`,
    [reference],
  );
  return rows.find((row) => isSealed(row, keys));
}
