import { STAMP_DUTY_SUFFIX } from '../../bank/contract/codes';
import { refusals } from '../../bank/contract/refusals';
import type { BankState } from '../bank-state';
import type { AccountRecord } from '../records';
import { refuse } from '../refused';
import { receiversDuty } from './duty';
import { moveWithFee } from './fees';
import { BOOKS, type Movement } from './ledger';

/**
 * A transfer from another bank into an account. From a certain amount on it may cost the holder a stamp duty.
 * A dynamic account takes one transfer and is then locked.
 */
export function receiveTransfer(
  state: BankState,
  account: AccountRecord,
  amountKobo: number,
  description: string,
): Movement {
  if (account.locked) refuse(refusals.accountLocked);
  const transfer = {
    from: BOOKS.outside,
    to: account.number,
    amountKobo,
    category: 'TRANSFER',
    description,
  } as const;
  const movement = moveWithFee(state, transfer, {
    amountKobo: receiversDuty(state, amountKobo),
    description: 'CBN stamp duty',
    suffix: STAMP_DUTY_SUFFIX,
    payer: 'to',
  });
  state.commit('transfer-received', movement.uniqueRef, { amountKobo });
  if (!account.isStatic) state.accounts.change(account.number, { locked: true, updatedAt: state.now });
  return movement;
}
