import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { CaseFile } from '../domain/case-file';
import type { CommandReceipt } from '../domain/commands';
import type { ReconciliationReport } from '../domain/reconciliation-report';
import { NEWS_ARRIVED } from '../domain/money-events';
import type { EnrolmentResult, TakenCharge } from './results';
import type { RowResult, RowStatus } from '../domain/batch-register';

/** The whole state of a case, for people and programs. Answered by every workflow. */
export const caseQuery = defineQuery<CaseFile>('case');

/** A loan asks an enrolment that already runs to be told how it ends. */
export const joinEnrolmentSignal = defineSignal<[{ workflowId: string }]>('joinEnrolment');

/** An enrolment tells a loan that joined it how it ended. */
export const enrolmentSettledSignal = defineSignal<[EnrolmentResult]>('enrolmentSettled');

/** News about the money of a case: it reads the truth now. Whoever sends it need not be believed. */
export const newsArrivedSignal = defineSignal(NEWS_ARRIVED);

/** What a loan in repayment has charged to the borrower's account so far, for reconciliation. */
export const chargesQuery = defineQuery<TakenCharge[]>('charges');

/** What a reconciliation has found; nothing while it compares for the first time. */
export const reportQuery = defineQuery<ReconciliationReport | undefined>('report');

/** A command as an update: answered with a receipt, or refused with a sentence. Names are those of the tables in `domain`. */
export const commandUpdate = (command: string) => defineUpdate<CommandReceipt, [unknown]>(command);

/** The same command as a signal, for senders that only have signals: a refusal is noted in the timeline. */
export const commandSignal = (command: string) => defineSignal<[unknown]>(command);

/** What a batch wants of the slice that pays a part of it: always the whole wish, so that repeats change nothing. */
export interface SliceOrders {
  /** Payouts of the slice that may be on their way at the same time. */
  readonly places: number;
  readonly paused: boolean;
  readonly cancelled: boolean;
}

/** A batch tells a slice how to go on. */
export const sliceOrdersSignal = defineSignal<[SliceOrders]>('sliceOrders');

/** How far a slice is. */
export interface SliceReport {
  readonly slice: number;
  readonly allStarted: boolean;
  /** Places it still needs, once all is started. */
  readonly places: number;
  readonly counts: Readonly<Partial<Record<RowStatus, number>>>;
  /** Rows whose payouts take so long that they gave up their places. */
  readonly slow: readonly number[];
}

/** A slice tells its batch how far it is. */
export const sliceReportSignal = defineSignal<[SliceReport]>('sliceReport');

/** Every row with what has become of it, as far as the asked one knows. Answered by batches and their slices. */
export const rowsQuery = defineQuery<RowResult[]>('rows');
