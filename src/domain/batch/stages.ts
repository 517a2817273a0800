import type { Agreed, ByPolicy } from '../case/agreement';
import type { RowResult, RowStatus } from './validation-results';
import type { StageTable } from '../case/waits';

/** The stages of a batch. DONE and CANCELLED say nothing about single rows: each row has its own result. */
export const batchStages = {
  CHECKING: {
    title: 'Checking every row',
    next: ['REVIEW', 'APPROVAL', 'CANCELLED'],
    waitsFor: 'BATCH_CHECKS',
  },
  REVIEW: {
    title: 'Rows need a decision',
    next: ['CHECKING', 'APPROVAL', 'CANCELLED'],
    waitsFor: 'BATCH_REVIEW',
  },
  APPROVAL: {
    title: 'Frozen, to be approved',
    next: ['PAYING', 'REJECTED', 'CANCELLED'],
    waitsFor: 'BATCH_APPROVAL',
  },
  PAYING: { title: 'Paying', next: ['DONE', 'CANCELLED'], waitsFor: 'BATCH_PAYOUTS', movesMoney: true },
  DONE: { title: 'Every row has its result', next: [], final: true },
  REJECTED: { title: 'Rejected; nothing was paid', next: [], final: true },
  CANCELLED: { title: 'Cancelled; rows that had been started have their results', next: [], final: true },
} as const satisfies StageTable;

export type BatchStage = keyof typeof batchStages;

/** The end of a batch, with a result for every row. */
export interface BatchResult extends ByPolicy, Agreed {
  readonly reference: string;
  readonly stage: 'DONE' | 'REJECTED' | 'CANCELLED';
  readonly reason?: string;
  readonly totalKobo: number;
  /** The stamp duty of all included rows. */
  readonly dutyKobo: number;
  readonly counts: Readonly<Partial<Record<RowStatus, number>>>;
  readonly rows: readonly RowResult[];
}
