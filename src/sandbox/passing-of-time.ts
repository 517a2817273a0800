import type { Due, TaskName } from './agenda';
import { registerApplication } from './lending/application';
import { borrowerPays } from './lending/borrower';
import { decideApplication, expireOffer, finishBankStatement } from './lending/decision';
import { disburse } from './lending/disbursement';
import { decideKyc } from './lending/kyc';
import { approveDisbursement, receiveGuarantor, reviewBoardResolution } from './lending/post-offer';
import { reversePayout, settlePayout } from './money/payouts';
import type { World } from './world';

/** What each task does when it comes due. */
const tasks: Record<TaskName, (world: World, subject: string, due: Due) => void> = {
  'register-application': registerApplication,
  'decide-kyc': decideKyc,
  'finish-bank-statement': finishBankStatement,
  'decide-application': decideApplication,
  'expire-offer': expireOffer,
  'review-board-resolution': reviewBoardResolution,
  'receive-guarantor': receiveGuarantor,
  'approve-disbursement': approveDisbursement,
  disburse,
  'borrower-pays': (world, loanId, { targetKobo = 0 }) => {
    borrowerPays(world, loanId, targetKobo);
  },
  'settle-payout': settlePayout,
  'reverse-payout': reversePayout,
};

/** Brings the world to the present: everything that came due happens, each at its own instant and in order. */
export function catchUp(world: World): void {
  const present = world.clock.now();
  world.cause = 'time';
  for (let due = world.agenda.next(present); due; due = world.agenda.next(present)) {
    world.now = due.at;
    tasks[due.task](world, due.subject, due);
  }
  world.now = present;
}
