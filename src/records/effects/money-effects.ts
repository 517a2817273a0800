import type { Pool, PoolClient } from 'pg';
import type { AuditSigningKeys } from '../audit/keys';
import { insertRow, inTransaction } from '../connection';
import type { Admission, AskedSend, EffectLimits, MoneyEffect, Settlement } from './effect';
import { COLUMNS, contentOf, hashOf, isSealed, SELECTED, type EffectContent, type EffectRow } from './row';

const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))';

export type MoneyEffects = ReturnType<typeof moneyEffects>;

/** The fence outside of Temporal, in the database of the records: every send that was ever begun. */
export const moneyEffects = (pool: Pool, keys: AuditSigningKeys) => {
  const alone = <R>(reference: string, use: (known: Reference) => Promise<R>) =>
    inTransaction(pool, async (client) => {
      await client.query(ONE_AT_A_TIME, [`reference ${reference}`]);
      return use(await Reference.read(client, keys, reference));
    });
  const veiled = (effect: MoneyEffect) => ({ ...effect, account: keys.veil(`account ${effect.account}`) });
  return {
    /**
     * Admits a send and reserves its amount in all limits of its day, or says why not. `seenAbsent`: a read has
     * just shown that the bank does not know its reference.
     */
    admit: (effect: MoneyEffect, limits: EffectLimits, seenAbsent = false) =>
      alone(effect.reference, (known) => admission(known, veiled(effect), limits, seenAbsent)),
    /** Returns whether this send may have gone out. If so, the next send needs a read first. */
    doubt: (send: AskedSend) => alone(send.reference, (known) => doubt(known, send)),
    /** Changes nothing unless this is still the last send under its reference. */
    settle: (effect: MoneyEffect, settlement: Settlement) =>
      alone(effect.reference, (known) => settle(known, veiled(effect), settlement)),
  };
};

/** The fence's rows of a reference; it is locked until the transaction ends. */
class Reference {
  private constructor(
    readonly client: PoolClient,
    readonly keys: AuditSigningKeys,
    private readonly rows: readonly EffectRow[],
    /** The last row that a worker has written. */
    readonly last: EffectRow | undefined,
    /** Whether a row is there that no worker has written: then anything may have been sent. */
    readonly isForged: boolean,
  ) {}

  static async read(client: PoolClient, keys: AuditSigningKeys, reference: string): Promise<Reference> {
    const { rows } = await client.query<EffectRow>(
      `SELECT ${SELECTED} FROM money_effect WHERE reference = $1 ORDER BY sequence`,
      [reference],
    );
    const sealed = rows.filter((row) => isSealed(row, keys));
    return new Reference(client, keys, rows, sealed.at(-1), sealed.length < rows.length);
  }

  async add(content: EffectContent): Promise<void> {
    const unsealed = { ...content, sequence: this.rows.length + 1 };
    const row = { ...unsealed, ...this.keys.signForAll(hashOf(unsealed)) };
    await insertRow(this.client, 'money_effect', COLUMNS, row);
  }
}

async function admission(
  known: Reference,
  effect: MoneyEffect,
  limits: EffectLimits,
  seenAbsent: boolean,
): Promise<Admission> {
  const { last, isForged } = known;
  const begun = last?.state === 'unsent' ? undefined : last;
  const isAnother = begun !== undefined && begun.digest !== effect.digest;
  // Only the run that began to set limits may set them again: others may have been set since.
  if (effect.kind === 'limits' && (begun ?? isForged))
    return begun?.run_id === effect.runId && !isAnother
      ? { what: 'admitted', isFirst: false }
      : { what: 'another' };
  if (begun && !isKnownTo(effect, begun)) return isAnother ? { what: 'another' } : takeOver(known, effect);
  if (!seenAbsent && (isForged || isAnother || begun?.state === 'doubted'))
    return { what: 'doubted', ...(isForged && { isForged }) };
  // The earlier, perhaps larger amount may have been taken.
  const beforeKobo = isAnother ? 0 : Number(begun?.amount ?? 0);
  const sent = { ...effect, amountKobo: Math.max(effect.amountKobo, beforeKobo) };
  const refusal = await overLimit(known, sent, limits);
  if (refusal) return refusal;
  await known.add(contentOf(sent, 'begun'));
  return { what: 'admitted', isFirst: begun === undefined && !isForged };
}

/** Whether the sending run knows the outcome of the last send; a further attempt at that send does not. */
const isKnownTo = ({ runId, mark }: MoneyEffect, { run_id, sent_at }: EffectRow): boolean =>
  run_id === runId && sent_at !== null && mark?.after === sent_at;

/** Keeps all columns by which limits count. */
async function takeOver(known: Reference, effect: MoneyEffect): Promise<Admission> {
  const { run_id, sent_at, activity_id, attempt } = contentOf(effect, 'doubted');
  if (known.last) await known.add({ ...known.last, run_id, sent_at, activity_id, attempt, state: 'doubted' });
  return { what: 'begunElsewhere' };
}

async function doubt(known: Reference, { runId, mark, byOtherRun }: AskedSend): Promise<boolean> {
  const { last } = known;
  if (!last || last.state === 'unsent') return false;
  if (byOtherRun) return last.run_id !== runId;
  if (last.run_id !== runId || last.sent_at !== (mark?.at ?? null)) return false;
  if (last.state !== 'doubted') await known.add({ ...last, state: 'doubted' });
  return true;
}

async function settle(known: Reference, effect: MoneyEffect, settlement: Settlement): Promise<void> {
  const { last } = known;
  if (last?.state === 'begun' && isOf(last, contentOf(effect, 'begun')))
    await known.add({ ...last, ...changeBy(settlement, effect) });
}

/** Whether exactly this attempt to send has written a row. */
const isOf = (row: EffectRow, { run_id, sent_at, activity_id, attempt }: EffectContent): boolean =>
  row.run_id === run_id &&
  row.sent_at === sent_at &&
  row.activity_id === activity_id &&
  row.attempt === attempt;

function changeBy(settlement: Settlement, { mark }: MoneyEffect): Partial<EffectContent> {
  if (settlement.what === 'notRepeated') return { sent_at: mark?.after ?? null };
  if (settlement.what === 'refused') return { state: 'refused' };
  return { state: settlement.what, amount: String(settlement.amountKobo) };
}

type Limit = keyof EffectLimits;

/** The columns by which each limit counts, in locking order, so that two sends never deadlock. */
const COUNTED = [
  ['perMakerKobo', ['maker', 'day']],
  ['perAccountKobo', ['account', 'day']],
  ['mandateKobo', ['mandate']],
] as const satisfies [Limit, (keyof EffectRow & keyof MoneyEffect)[]][];

/** The first limit that this send would exceed. No other send counts towards it until the transaction ends. */
async function overLimit(known: Reference, effect: MoneyEffect, limits: EffectLimits) {
  for (const [limit, columns] of COUNTED) {
    const most = limits[limit];
    const key = columns.map((column) => [column, effect[column]] as const);
    if (most === undefined || key.some(([, value]) => value === undefined)) continue;
    const usedKobo = await used(known, limit, [effect.reference, ...(effect.untaken ?? [])], key as Key);
    if (usedKobo + effect.amountKobo > most) return { what: 'overLimit' as const, limit, usedKobo };
  }
  return undefined;
}

type Key = readonly (readonly ['maker' | 'account' | 'day' | 'mandate', string])[];

/** The sum used by all other references, by the last row of each that a worker has written. */
async function used({ client, keys }: Reference, limit: Limit, except: string[], key: Key): Promise<number> {
  const values = key.map(([, value]) => value);
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [[limit, ...values].join(' ')]);
  const where = key.map(([column], place) => `${column} = $${place + 2}`).join(' AND ');
  const { rows } = await client.query<EffectRow>(
    `SELECT DISTINCT ON (reference) ${SELECTED} FROM money_effect
     WHERE reference <> ALL($1) AND reference IN (SELECT reference FROM money_effect WHERE ${where})
     ORDER BY reference, sequence DESC`,
    [except, ...values],
  );
  let usedKobo = 0;
  for (const row of rows) {
    // Rows that others added behind the last one of a worker free no amount.
    const { last } = isSealed(row, keys) ? { last: row } : await Reference.read(client, keys, row.reference);
    if (last && key.every(([column, value]) => last[column] === value)) usedKobo += Number(last.amount);
  }
  return usedKobo;
}
