import type { StageTable } from '../case/waits';

/** The stages of a disbursed loan. */
export const repaymentStages = {
  REPAYING: { title: 'In repayment', next: ['ARREARS', 'CLOSED'], waitsFor: 'REPAYMENT' },
  ARREARS: { title: 'In arrears', next: ['REPAYING', 'CLOSED'], waitsFor: 'REPAYMENT' },
  CLOSED: { title: 'Fully repaid', next: [], waitsFor: undefined, final: true },
} as const satisfies StageTable;

export type RepaymentStage = keyof typeof repaymentStages;

/** How a disbursed loan ended. */
export interface RepaymentResult {
  readonly loanReference: string;
  readonly loanId: string;
  readonly stage: 'CLOSED';
}
