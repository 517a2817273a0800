import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@temporalio/client';
import type { CaseSnapshot } from '../domain/case/snapshot';
import type { ReconciliationReport } from '../domain/reconciliation/report';
import { workflowIds } from '../domain/wire/workflow-ids';
import type {
  BatchResult,
  LimitsResult,
  LoanResult,
  PayoutResult,
  RepaymentResult,
} from '../workflows/results';
import type { EnrolmentResult } from '../domain/enrolment/stages';
import { readCase } from './snapshot';

/** How to follow. */
export interface Following {
  /** Called when stage, wait, attention or repayments have changed, and once at the start. */
  readonly onChange?: (snapshot: CaseSnapshot) => void | Promise<void>;
  /** Called each time that no worker answered: one restarts, or there is none. */
  readonly onNoWorker?: () => void;
  /** Real milliseconds between two looks; queries cost no history. */
  readonly everyMs?: number;
  /** Stops following; the case goes on. The promise is then rejected. */
  readonly signal?: AbortSignal;
}

/** How a loan ended: before its disbursement, or CLOSED. */
export type LoanEnd = Omit<LoanResult, 'stage'> & {
  readonly stage: LoanResult['stage'] | RepaymentResult['stage'];
};

/**
 * Follows a loan, and its repayment, to the end. Workers may come and go meanwhile.
 * @throws WorkflowFailedError when it ended by failure, and not in one of its stages.
 */
export async function followLoan(client: Client, reference: string, following: Following): Promise<LoanEnd> {
  const loan = await followCase<LoanResult>(client, workflowIds.loan(reference), following);
  if (loan.repaymentWorkflowId === undefined) return loan;
  const { stage } = await followCase<RepaymentResult>(client, loan.repaymentWorkflowId, following);
  return { ...loan, stage };
}

/** Follows a payout to its end. */
export const followPayout = (client: Client, reference: string, following: Following) =>
  followCase<PayoutResult>(client, workflowIds.payout(reference), following);

/** Follows a batch to its end. */
export const followBatch = (client: Client, reference: string, following: Following) =>
  followCase<BatchResult>(client, workflowIds.batch(reference), following);

/** Follows a flush to its end. */
export const followFlush = (client: Client, reference: string, following: Following) =>
  followCase<PayoutResult>(client, workflowIds.flush(reference), following);

/** Follows a change of transfer limits to its end. */
export const followLimits = (client: Client, reference: string, following: Following) =>
  followCase<LimitsResult>(client, workflowIds.limits(reference), following);

/** Follows an enrolment to its end. */
export const followEnrolment = (client: Client, reference: string, following: Following) =>
  followCase<EnrolmentResult>(client, workflowIds.enrolment(reference), following);

/** Follows a reconciliation until both sides agree, or a person has resolved the differences. */
export const followReconciliation = (client: Client, reference: string, following: Following) =>
  followCase<ReconciliationReport>(client, workflowIds.reconciliation(reference), following);

const LOOK_EVERY_MS = 1_000;

async function followCase<R>(client: Client, workflowId: string, following: Following): Promise<R> {
  const left = new AbortController();
  const { signal, everyMs = LOOK_EVERY_MS } = following;
  const watching = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  setMaxListeners(0, watching); // The client adds one for every long poll of a year.
  const end = client.withAbortSignal(watching, () => client.workflow.getHandle(workflowId).result());
  try {
    return await untilEnd(end as Promise<R>, watcher(client, workflowId, following), everyMs, watching);
  } finally {
    left.abort(); // A call that is left waiting would be tried again on a closed connection.
  }
}

/** Looks at the case again and again until its end has come, and once more then. */
async function untilEnd<R>(
  end: Promise<R>,
  look: () => Promise<void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<R> {
  const ended = end.then((result) => ({ result }));
  ended.catch(() => undefined); // Seen by the race below, unless a look fails first.
  let outcome: { result: R } | undefined;
  while (!outcome) {
    await look();
    outcome = await Promise.race([ended, sleep<undefined>(everyMs, undefined, { signal })]);
  }
  await look();
  return outcome.result;
}

/** Looks at a case and reports what is new about it. A look that no worker answers is left out. */
function watcher(client: Client, workflowId: string, { onChange, onNoWorker, signal }: Following) {
  let seen: object | undefined;
  return async () => {
    const snapshot = await readCase(client, workflowId, signal).catch(() => undefined);
    signal?.throwIfAborted();
    if (!snapshot) return onNoWorker?.();
    const now = watchedPart(snapshot);
    if (isDeepStrictEqual(now, seen)) return;
    seen = now;
    await onChange?.(snapshot);
  };
}

/** What a change of is worth a line; a case of many parts changes other facts all the time. */
function watchedPart({ stage, waiting, attention, facts }: CaseSnapshot): object {
  const { instalmentsPaid, rowsSuccess, accountsResolved } = facts;
  return { stage, waiting, attention, instalmentsPaid, rowsSuccess, accountsResolved };
}
