import type { DueTask, TaskName } from './scheduled-tasks';
import {
  registerApplication,
  decideApplication,
  expireOffer,
  finishBankStatement,
} from '../lending/application';
import { borrowerPays, disburse } from '../lending/disbursement';
import { settleCharge } from '../lending/charges';
import { receiveGuarantor, approveDisbursement, reviewBoardResolution } from '../lending/post-offer';
import { decideKyc } from '../lending/kyc';
import { rescheduleLoan } from '../lending/loan';
import { takeFee } from '../money/fees';
import { moveMoney } from '../money/movements';
import { reversePayout, settlePayout } from '../money/payouts';
import type { BankState } from '../bank-state';

/** The handler of each task. */
const tasks: Record<TaskName, (state: BankState, subject: string, due: DueTask) => void> = {
  'register-application': registerApplication,
  'decide-kyc': decideKyc,
  'finish-bank-statement': finishBankStatement,
  'decide-application': decideApplication,
  'expire-offer': expireOffer,
  'review-board-resolution': reviewBoardResolution,
  'receive-guarantor': receiveGuarantor,
  'approve-disbursement': approveDisbursement,
  disburse,
  'borrower-pays': (state, loanId, { targetKobo = 0 }) => {
    borrowerPays(state, loanId, targetKobo);
  },
  'settle-charge': settleCharge,
  'settle-payout': settlePayout,
  'reverse-payout': reversePayout,
  'take-fee': takeFee,
  'move-money': (state, _reference, { transfer }) => {
    if (transfer) moveMoney(state, transfer);
  },
  'reschedule-loan': rescheduleLoan,
};

/** Brings the bank to the present: every task that came due runs at its own instant and in order. */
export function runDueTasks(state: BankState): void {
  const present = state.clock.now();
  state.cause = 'time';
  for (let due = state.scheduledTasks.next(present); due; due = state.scheduledTasks.next(present)) {
    state.now = due.at;
    tasks[due.task](state, due.subject, due);
  }
  state.now = present;
}
