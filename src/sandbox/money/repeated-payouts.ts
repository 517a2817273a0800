import { refusals } from '../../bank/contract/refusals';
import type { BankState } from '../bank-state';
import { refusalAsRead } from '../readings/refusals';
import type { PayoutRecord } from '../records';
import { refuse } from '../refused';
import { SECOND } from '../time/instants';

const INVISIBLE_MS = 300 * SECOND;

/** What the bank answers to a reference it has seen: the payout of then, or a refusal. Nothing moves. */
export function answerRepeated({ readings }: BankState, original: PayoutRecord): PayoutRecord {
  if (readings.takes('duplicatePayout', 'original')) return original;
  return refuse(refusalAsRead(readings, 'duplicatePayout') ?? refusals.duplicateReference, 'reference');
}

/** Refuses a repeated payout that is too much, where the bank looks at the balance before it looks at the reference. */
export function refuseBeforeReference({ readings }: BankState): void {
  if (readings.takes('resentPayout', 'insufficient-balance')) refuse(refusals.insufficientBalance);
}

/** Whether the status of a payout can be read yet. */
export const isVisible = (state: BankState, { createdAt }: PayoutRecord, asOf: number): boolean =>
  asOf >= createdAt + INVISIBLE_MS || !state.readings.takes('duplicatePayout', 'invisible-original');
