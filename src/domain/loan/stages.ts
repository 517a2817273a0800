import type { ByPolicy } from '../case/agreement';
import type { StageTable } from '../case/waits';

/** The stages of an application, in order, and every move between them. */
export const loanStages = {
  ENROLMENT: {
    title: 'Enrolment and KYC',
    next: ['APPLICATION', 'KYC_REJECTED', 'WITHDRAWN'],
    waitsFor: 'ENROLMENT',
  },
  APPLICATION: { title: 'Application', next: ['UNDERWRITING', 'WITHDRAWN'] },
  UNDERWRITING: { title: 'Underwriting profile', next: ['BANK_STATEMENT', 'WITHDRAWN'] },
  BANK_STATEMENT: { title: 'Bank statement', next: ['DOCUMENTS', 'WITHDRAWN'], waitsFor: 'BANK_STATEMENT' },
  DOCUMENTS: { title: 'Documents', next: ['DECISION', 'WITHDRAWN'], waitsFor: 'DOCUMENTS' },
  DECISION: {
    title: 'Decision',
    next: ['OFFER', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'WITHDRAWN', 'CLOSING'],
    waitsFor: 'LOAN_DECISION',
  },
  OFFER: {
    title: 'Offer',
    next: ['TERMS', 'POST_OFFER_KYC', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'WITHDRAWN', 'CLOSING'],
    waitsFor: 'OFFER_ANSWER',
  },
  TERMS: {
    title: 'Terms of use',
    next: ['BOARD_RESOLUTION', 'POST_OFFER_KYC', 'WITHDRAWN', 'CLOSING'],
    waitsFor: 'TERMS',
  },
  BOARD_RESOLUTION: {
    title: 'Board resolution',
    next: ['POST_OFFER_KYC', 'WITHDRAWN', 'CLOSING'],
    waitsFor: 'BOARD_RESOLUTION',
  },
  GUARANTOR: { title: 'Guarantor', next: ['POST_OFFER_KYC', 'WITHDRAWN', 'CLOSING'], waitsFor: 'GUARANTOR' },
  POST_OFFER_KYC: {
    title: 'Post-offer KYC',
    next: ['DISBURSEMENT', 'OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR', 'WITHDRAWN', 'CLOSING'],
  },
  DISBURSEMENT: {
    title: 'Disbursement',
    next: ['DISBURSED', 'POST_OFFER_KYC', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'WITHDRAWN'],
    waitsFor: 'DISBURSEMENT',
    movesMoney: true,
  },
  CLOSING: {
    title: 'To be closed at the bank',
    next: ['DISBURSED', 'WITHDRAWN', 'OFFER_EXPIRED'],
    waitsFor: 'CLOSING',
  },
  DISBURSED: { title: 'Disbursed', next: [], final: true },
  WITHDRAWN: { title: 'Withdrawn', next: [], final: true },
  KYC_REJECTED: { title: 'KYC rejected', next: [], final: true },
  DECLINED: { title: 'Declined', next: [], final: true },
  OFFER_DECLINED: { title: 'Offer declined', next: [], final: true },
  OFFER_EXPIRED: { title: 'Offer expired', next: [], final: true },
} as const satisfies StageTable;

export type LoanStage = keyof typeof loanStages;

/** Stages that end a loan before it was disbursed. */
export type LoanExitStage = 'WITHDRAWN' | 'KYC_REJECTED' | 'DECLINED' | 'OFFER_DECLINED' | 'OFFER_EXPIRED';

/** The stages in which the workflow still runs, in order. */
export const runningLoanStages = (Object.keys(loanStages) as LoanStage[]).filter(
  (stage) => !('final' in loanStages[stage]),
);

/** No loan is disbursed before its post-offer KYC is submitted, so until then it can be withdrawn. */
export const BEFORE_DISBURSEMENT = runningLoanStages.filter(
  (stage) => stage !== 'DISBURSEMENT' && stage !== 'CLOSING',
);

/** The stages in which a loan takes documents. */
export const AFTER_APPLICATION = BEFORE_DISBURSEMENT.filter(
  (stage) => !['ENROLMENT', 'APPLICATION', 'UNDERWRITING', 'BANK_STATEMENT'].includes(stage),
);

export interface LoanResult extends ByPolicy {
  readonly reference: string;
  readonly stage: 'DISBURSED' | LoanExitStage;
  /** Why it ended before it was disbursed. */
  readonly reason?: string;
  readonly customerId?: string;
  readonly applicationId?: string;
  readonly loanId?: string;
  /** The workflow that continues the loan after its disbursement. */
  readonly repaymentWorkflowId?: string;
}
