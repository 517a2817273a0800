import type { PoolClient } from 'pg';
import type { Admission, EffectLimits, MoneyEffect } from './effect';

type Limit = keyof EffectLimits;

/** What counts towards each limit, in the order in which they are locked: two sends never wait for one another. */
const COUNTED: readonly {
  readonly limit: Limit;
  readonly where: string;
  readonly of: (effect: MoneyEffect) => readonly (string | undefined)[];
}[] = [
  { limit: 'perMakerKobo', where: 'maker = $2 AND day = $3', of: ({ maker, day }) => [maker, day] },
  { limit: 'perAccountKobo', where: 'account = $2 AND day = $3', of: ({ account, day }) => [account, day] },
  { limit: 'mandateKobo', where: 'mandate = $2', of: ({ mandate }) => [mandate] },
];

/**
 * The first limit that would be passed if this were sent as well; nothing where all hold. Until the transaction ends,
 * no other send counts towards the same limits.
 */
export async function overLimit(
  client: PoolClient,
  effect: MoneyEffect,
  limits: EffectLimits,
): Promise<Extract<Admission, { what: 'overLimit' }> | undefined> {
  for (const { limit, where, of } of COUNTED) {
    const [most, values] = [limits[limit], of(effect)];
    if (most === undefined || values.includes(undefined)) continue;
    const usedKobo = await used(client, limit, where, [effect.reference, ...values]);
    if (usedKobo + effect.amountKobo > most) return { what: 'overLimit', limit, usedKobo };
  }
  return undefined;
}

async function used(
  client: PoolClient,
  limit: Limit,
  where: string,
  values: readonly (string | undefined)[],
): Promise<number> {
  const [, ...counted] = values;
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [
    [limit, ...counted].join(' '),
  ]);
  const { rows } = await client.query<{ used: string }>(
    `SELECT coalesce(sum(amount), 0) AS used FROM money_effect WHERE reference <> $1 AND ${where}`,
    [...values],
  );
  return Number(rows[0]?.used ?? 0);
}
