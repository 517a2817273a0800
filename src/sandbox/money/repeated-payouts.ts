import type { ReadingName } from '../../bank/contract/readings';
import { refusals } from '../../bank/contract/refusals';
import type { BankState } from '../bank-state';
import type { PayoutRecord } from '../records';
import { refuse, type OutgoingRefusal } from '../refused';
import { SECOND } from '../time/instants';

const INVISIBLE_MS = 300 * SECOND;

const answers: Record<ReadingName<'duplicatePayout'>, OutgoingRefusal | 'original'> = {
  'duplicate-reference': refusals.duplicateReference,
  conflict: { status: 409, message: 'This transfer was received before' },
  original: 'original',
  'invisible-original': refusals.duplicateReference,
};

/** What the bank answers to a reference it has seen: the payout of then, or a refusal. Nothing moves. */
export function answerRepeated(state: BankState, original: PayoutRecord): PayoutRecord {
  const answer = answers[state.readings.of('duplicatePayout')];
  return answer === 'original' ? original : refuse(answer, 'reference');
}

/** Whether the bank looks at the balance before it looks at the reference. */
export const isBalanceCheckedFirst = (state: BankState): boolean =>
  state.readings.of('resentPayout') === 'insufficient-balance';

/** Whether the status of a payout can be read yet. */
export const isVisible = (state: BankState, { createdAt }: PayoutRecord, asOf: number): boolean =>
  state.readings.of('duplicatePayout') !== 'invisible-original' || asOf >= createdAt + INVISIBLE_MS;
