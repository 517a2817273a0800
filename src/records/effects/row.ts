import { hash } from 'node:crypto';
import type { AuditKeys } from '../audit/keys';
import type { MoneyEffect } from './effect';

/** The columns that a row's signature covers, in this order. */
const SEALED = [
  ...(['reference', 'sequence', 'kind', 'digest', 'run_id', 'activity_id', 'attempt', 'sent_at'] as const),
  ...(['maker', 'account', 'day', 'mandate', 'amount', 'state'] as const),
] as const;

export const COLUMNS = [...SEALED, 'key_id', 'signature'] as const;
export const SELECTED = COLUMNS.join(', ');

export type EffectState = 'begun' | 'doubted' | 'took' | 'refused' | 'unsent';

type Nullable = 'activity_id' | 'sent_at' | 'maker' | 'mandate';
type Textual = Exclude<(typeof COLUMNS)[number], Nullable | 'sequence' | 'attempt' | 'state'>;

/** One row of the table `money_effect`. The amount is in kobo; the driver reads a bigint as a text. */
export interface EffectRow
  extends Readonly<Record<Textual, string>>, Readonly<Record<Nullable, string | null>> {
  readonly sequence: number;
  readonly attempt: number | null;
  readonly state: EffectState;
}

/** A row before it has its place and its signature. */
export type EffectContent = Omit<EffectRow, 'sequence' | 'key_id' | 'signature'>;

/** The row for a send. `account` must be veiled already. */
export const contentOf = (
  { reference, kind, digest, runId, attempt, mark, maker, day, mandate, amountKobo, account }: MoneyEffect,
  state: EffectState,
): EffectContent => ({
  ...{ reference, kind, digest, run_id: runId, sent_at: mark?.at ?? null },
  ...{ activity_id: attempt?.activityId ?? null, attempt: attempt?.number ?? null },
  ...{ maker: maker ?? null, account, day, mandate: mandate ?? null },
  ...{ amount: String(amountKobo), state },
});

/** Whether a worker has written a row. */
export const isSealed = (row: EffectRow, keys: AuditKeys): boolean =>
  keys.verifies({ ...row, hash: hashOf(row) });

/** The hash that a row's signature covers. */
export const hashOf = (row: Omit<EffectRow, 'key_id' | 'signature'>): string =>
  hash('sha256', JSON.stringify(['money effect', ...SEALED.map((column) => row[column])]));
