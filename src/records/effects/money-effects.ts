import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../connection';
import type { Admission, EffectLimits, MoneyEffect, MoneyEffects, Settlement } from './effect';
import { overLimit } from './limits';

/** Keeps what is not to be read in the database from it, the same text always in the same way. */
type Veil = (text: string) => string;

/** What the fence knows of a reference. */
interface Known {
  readonly digest: string;
  readonly run_id: string;
  /** The mark of the last send; null where none was told. */
  readonly sent_at: string | null;
  readonly state: 'begun' | 'doubted' | 'unsent';
  readonly amount: string;
}

const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))';

/** The fence in the database of the records. */
export const moneyEffects = (pool: Pool, veil: Veil): MoneyEffects => {
  const veiled = (effect: MoneyEffect) => ({ ...effect, account: veil(effect.account) });
  return {
    admit: (effect, limits, seenAbsent = false) =>
      inTransaction(pool, async (client) => {
        await client.query(ONE_AT_A_TIME, [`reference ${effect.reference}`]);
        return admission(client, veiled(effect), { limits, seenAbsent });
      }),
    settle: (effect, settlement) => inTransaction(pool, (client) => settle(client, effect, settlement)),
  };
};

interface Terms {
  readonly limits: EffectLimits;
  readonly seenAbsent: boolean;
}

async function admission(
  client: PoolClient,
  effect: MoneyEffect,
  { limits, seenAbsent }: Terms,
): Promise<Admission> {
  const { rows } = await client.query<Known>(
    'SELECT digest, run_id, sent_at, state, amount FROM money_effect WHERE reference = $1',
    [effect.reference],
  );
  const begun = rows[0]?.state === 'unsent' ? undefined : rows[0];
  const isAnother = begun !== undefined && begun.digest !== effect.digest;
  if (begun && !isKnownTo(effect, begun)) return isAnother ? { what: 'another' } : takeOver(client, effect);
  if (!seenAbsent && (isAnother || begun?.state === 'doubted')) return { what: 'doubted' };
  // What was asked for before may have been taken, and come to more.
  const beforeKobo = isAnother ? 0 : Number(begun?.amount ?? 0);
  const sent = { ...effect, amountKobo: Math.max(effect.amountKobo, beforeKobo) };
  const refusal = await overLimit(client, sent, limits);
  if (refusal) return refusal;
  await write(client, sent);
  return { what: 'admitted', isFirst: begun === undefined };
}

/** Whether the run that sends now has been told what became of the last send: a further attempt at that one has not. */
const isKnownTo = ({ runId, mark }: MoneyEffect, { run_id, sent_at }: Known): boolean =>
  run_id === runId && sent_at !== null && mark?.after === sent_at;

async function takeOver(client: PoolClient, { reference, runId, mark }: MoneyEffect): Promise<Admission> {
  await client.query(
    `UPDATE money_effect SET run_id = $2, sent_at = $3, state = 'doubted' WHERE reference = $1`,
    [reference, runId, mark?.at ?? null],
  );
  return { what: 'begunElsewhere' };
}

/** All that a limit counts by is that of the last send: its day, too. */
async function write(client: PoolClient, effect: MoneyEffect): Promise<void> {
  const { reference, kind, digest, runId, maker, account, day, mandate, amountKobo, mark } = effect;
  await client.query(
    `INSERT INTO money_effect (reference, kind, digest, run_id, maker, account, day, mandate, amount, sent_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'begun')
     ON CONFLICT (reference) DO UPDATE SET kind = $2, digest = $3, run_id = $4, maker = $5, account = $6,
       day = $7, mandate = $8, amount = $9, sent_at = $10, state = 'begun'`,
    [
      reference,
      kind,
      digest,
      runId,
      maker ?? null,
      account,
      day,
      mandate ?? null,
      amountKobo,
      mark?.at ?? null,
    ],
  );
}

/** What a settlement changes. */
const CHANGES = {
  took: 'amount = $4',
  unsent: `amount = $4, state = 'unsent'`,
  notRepeated: 'sent_at = $4',
} as const satisfies Record<Settlement['what'], string>;

async function settle(
  client: PoolClient,
  { reference, runId, mark }: MoneyEffect,
  settlement: Settlement,
): Promise<void> {
  const changed = settlement.what === 'notRepeated' ? (mark?.after ?? null) : settlement.amountKobo;
  await client.query(
    `UPDATE money_effect SET ${CHANGES[settlement.what]}
     WHERE reference = $1 AND run_id = $2 AND sent_at IS NOT DISTINCT FROM $3 AND state = 'begun'`,
    [reference, runId, mark?.at ?? null, changed],
  );
}
