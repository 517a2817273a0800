import type { StageTable } from '../case/waits';

export const repaymentStages = {
  REPAYING: { title: 'In repayment', next: ['ARREARS', 'CLOSED'], waitsFor: 'REPAYMENT' },
  ARREARS: {
    title: 'In arrears',
    next: ['REPAYING', 'CLOSED'],
    waitsFor: 'REPAYMENT',
    toDo: 'Call the borrower; then recordPromise, addNote or chargeNow. recheck reads the schedule now.',
  },
  CLOSED: { title: 'Fully repaid', next: [], final: true },
} as const satisfies StageTable;

export type RepaymentStage = keyof typeof repaymentStages;

export interface RepaymentResult {
  readonly loanReference: string;
  readonly loanId: string;
  readonly stage: 'CLOSED';
}
