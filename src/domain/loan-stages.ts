import type { WaitName } from './waits';

/** One stage of a loan: its title for people, where it can go, and what it usually waits for. */
export interface StageRow {
  readonly title: string;
  readonly next: readonly string[];
  readonly waitsFor: WaitName | undefined;
  /** Set for a stage that ends the workflow. */
  readonly final?: true;
}

const EXITS = ['WITHDRAWN'] as const;

/** The stages of an application, in order, and every move between them. */
export const loanStages = {
  ENROLMENT: {
    title: 'Enrolment and KYC',
    next: ['APPLICATION', 'KYC_REJECTED', ...EXITS],
    waitsFor: 'ENROLMENT',
  },
  APPLICATION: { title: 'Application', next: ['UNDERWRITING', ...EXITS], waitsFor: undefined },
  UNDERWRITING: { title: 'Underwriting profile', next: ['BANK_STATEMENT', ...EXITS], waitsFor: undefined },
  BANK_STATEMENT: { title: 'Bank statement', next: ['DOCUMENTS', ...EXITS], waitsFor: 'BANK_STATEMENT' },
  DOCUMENTS: { title: 'Documents', next: ['DECISION', ...EXITS], waitsFor: 'DOCUMENTS' },
  DECISION: {
    title: 'Decision',
    next: ['OFFER', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED', ...EXITS],
    waitsFor: 'LOAN_DECISION',
  },
  OFFER: {
    title: 'Offer',
    next: ['TERMS', 'POST_OFFER_KYC', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED', ...EXITS],
    waitsFor: 'OFFER_ANSWER',
  },
  TERMS: { title: 'Terms of use', next: ['BOARD_RESOLUTION', 'POST_OFFER_KYC', ...EXITS], waitsFor: 'TERMS' },
  BOARD_RESOLUTION: {
    title: 'Board resolution',
    next: ['POST_OFFER_KYC', ...EXITS],
    waitsFor: 'BOARD_RESOLUTION',
  },
  GUARANTOR: { title: 'Guarantor', next: ['POST_OFFER_KYC', ...EXITS], waitsFor: 'GUARANTOR' },
  POST_OFFER_KYC: {
    title: 'Post-offer KYC',
    next: ['DISBURSEMENT', 'OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR', ...EXITS],
    waitsFor: undefined,
  },
  DISBURSEMENT: {
    title: 'Disbursement',
    next: ['DISBURSED', 'POST_OFFER_KYC', 'DECLINED', 'OFFER_DECLINED', 'OFFER_EXPIRED'],
    waitsFor: 'DISBURSEMENT',
  },
  DISBURSED: { title: 'Disbursed', next: [], waitsFor: undefined, final: true },
  WITHDRAWN: { title: 'Withdrawn', next: [], waitsFor: undefined, final: true },
  KYC_REJECTED: { title: 'KYC rejected', next: [], waitsFor: undefined, final: true },
  DECLINED: { title: 'Declined', next: [], waitsFor: undefined, final: true },
  OFFER_DECLINED: { title: 'Offer declined', next: [], waitsFor: undefined, final: true },
  OFFER_EXPIRED: { title: 'Offer expired', next: [], waitsFor: undefined, final: true },
} as const satisfies Record<string, StageRow>;

export type LoanStage = keyof typeof loanStages;

/** Stages that end a loan before it was disbursed. */
export type LoanExitStage = 'WITHDRAWN' | 'KYC_REJECTED' | 'DECLINED' | 'OFFER_DECLINED' | 'OFFER_EXPIRED';

/** The stages in which the workflow still runs, in order. */
export const runningLoanStages = (Object.keys(loanStages) as LoanStage[]).filter(
  (stage) => !('final' in loanStages[stage]),
);

/** The stages of a disbursed loan. */
export const repaymentStages = {
  REPAYING: { title: 'In repayment', next: ['ARREARS', 'CLOSED'], waitsFor: 'REPAYMENT' },
  ARREARS: { title: 'In arrears', next: ['REPAYING', 'CLOSED'], waitsFor: 'REPAYMENT' },
  CLOSED: { title: 'Fully repaid', next: [], waitsFor: undefined, final: true },
} as const satisfies Record<string, StageRow>;

export type RepaymentStage = keyof typeof repaymentStages;

/** The stages of an enrolment. */
export const enrolmentStages = {
  CUSTOMER: { title: 'Customer record', next: ['ACCOUNT'], waitsFor: undefined },
  ACCOUNT: { title: 'Account', next: ['KYC'], waitsFor: undefined },
  KYC: { title: 'KYC', next: ['VERIFIED', 'REJECTED'], waitsFor: 'KYC_DECISION' },
  VERIFIED: { title: 'Verified', next: [], waitsFor: undefined, final: true },
  REJECTED: { title: 'Rejected', next: [], waitsFor: undefined, final: true },
} as const satisfies Record<string, StageRow>;

export type EnrolmentStage = keyof typeof enrolmentStages;
