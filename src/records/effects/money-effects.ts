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
    admit: (effect, limits) =>
      inTransaction(pool, async (client) => {
        await client.query(ONE_AT_A_TIME, [`reference ${effect.reference}`]);
        return admission(client, veiled(effect), limits);
      }),
    clearDoubt: (effect) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `UPDATE money_effect SET state = 'begun', sent_at = $3
           WHERE reference = $1 AND run_id = $2 AND state = 'doubted'`,
          [effect.reference, effect.runId, effect.mark?.at ?? null],
        );
      }),
    settle: (effect, settlement) => inTransaction(pool, (client) => settle(client, effect, settlement)),
  };
};

async function admission(client: PoolClient, effect: MoneyEffect, limits: EffectLimits): Promise<Admission> {
  const { rows } = await client.query<Known>(
    'SELECT digest, run_id, sent_at, state, amount FROM money_effect WHERE reference = $1',
    [effect.reference],
  );
  const known = rows[0];
  const isFirst = known === undefined || known.state === 'unsent';
  if (!isFirst) {
    if (known.digest !== effect.digest) return { what: 'another' };
    if (!isKnownTo(effect, known)) return takeOver(client, effect);
    if (known.state === 'doubted') return { what: 'doubted' };
    if (Number(known.amount) >= effect.amountKobo) {
      await remark(client, effect);
      return { what: 'admitted', isFirst };
    }
  }
  const refusal = await overLimit(client, effect, limits);
  if (refusal) return refusal;
  await write(client, effect);
  return { what: 'admitted', isFirst };
}

/** Whether the run that sends now has made the last send, or has been told what became of it. */
const isKnownTo = ({ runId, mark }: MoneyEffect, { run_id, sent_at }: Known): boolean =>
  run_id === runId && (!mark || sent_at === null || [mark.at, mark.after].includes(sent_at));

const remark = (client: PoolClient, { reference, mark }: MoneyEffect) =>
  client.query('UPDATE money_effect SET sent_at = $2 WHERE reference = $1', [reference, mark?.at ?? null]);

async function takeOver(client: PoolClient, { reference, runId, mark }: MoneyEffect): Promise<Admission> {
  await client.query(
    `UPDATE money_effect SET run_id = $2, sent_at = $3, state = 'doubted' WHERE reference = $1`,
    [reference, runId, mark?.at ?? null],
  );
  return { what: 'begunElsewhere' };
}

/** A day, a maker or a mandate may have changed since it was begun and the bank took nothing. */
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

async function settle(
  client: PoolClient,
  { reference, runId }: MoneyEffect,
  { amountKobo, wasSent }: Settlement,
): Promise<void> {
  await client.query('UPDATE money_effect SET amount = $3, state = $4 WHERE reference = $1 AND run_id = $2', [
    reference,
    runId,
    amountKobo,
    wasSent ? 'begun' : 'unsent',
  ]);
}
