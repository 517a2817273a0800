import {
  ParentClosePolicy,
  ChildWorkflowCancellationType,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import {
  ApplicationFailure,
  ChildWorkflowFailure,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import type { ApprovedChunk, ApprovedRow, PayableRow } from '../../domain/batch/approved-rows';
import type { ChunkControl } from '../../domain/batch/chunk-messages';
import type { RowResult } from '../../domain/batch/validation-results';
import type { Proof } from '../../domain/case/proof';
import { cadences } from '../../domain/time/cadence';
import type { Clock } from '../../domain/time/clock';
import { INVALID_INPUT } from '../../domain/wire/failure-types';
import type { ExemptPurpose } from '../../domain/money/duty';
import { nairaText } from '../../domain/money/amounts';
import { masked } from '../../domain/names/personal-data';
import { caseId } from '../../domain/wire/workflow-ids';
import { inPlace, looks, vouched } from '../activity-proxies';
import { workflowTypes } from '../../domain/wire/workflow-types';
import { attributeKey } from '../../domain/wire/search-attributes';
import type { PayoutResult } from '../../domain/payout/stages';

const REASON_MAX = 100;

export type RowEnd = Omit<RowResult, 'row' | 'reference' | 'amountKobo'>;

/** A part of a batch that was approved: its rows, and their common fields. */
export interface ChunkInput {
  readonly batch: string;
  /** From 1 on. */
  readonly chunk: number;
  readonly rows: readonly PayableRow[];
  /** The proof that they were approved. */
  readonly approved: ApprovedChunk;
  /** Business instant at which the approval of the batch lapses. */
  readonly approvedUntil?: string | undefined;
  /** People who made or changed the batch: they may not approve rows that its approval no longer covers. */
  readonly makers?: readonly string[];
  readonly createdBy: string;
  readonly purpose?: ExemptPurpose | undefined;
  readonly sourceAccountNumber: string;
  readonly clock: Clock;
  readonly control: ChunkControl;
}

/** The input of a row's payout and, if workers ask for it, the proof that the row was approved. */
export interface RowPayout {
  readonly input?: unknown;
  readonly approved?: ApprovedRow;
}

/** Pays a row and follows it to its end. Its failure is a result of the row, and never ends the others. */
export async function payRow(chunk: ChunkInput, row: PayableRow, given: RowPayout): Promise<RowEnd> {
  try {
    const payout = await startPayout(chunk, row, given);
    return endOf((await payout.result()) as PayoutResult);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return followEarlier(chunk, row);
    if (!(error instanceof ChildWorkflowFailure)) throw error;
    return endByForce(error);
  }
}

/** Its workflow id is taken: by an earlier run of this very batch, or by another caller. */
export async function followEarlier(chunk: ChunkInput, row: PayableRow): Promise<RowEnd> {
  const { batch, clock } = chunk;
  const pace = { cadence: cadences.payout, clock, trigger: 'recheck' } as const;
  const { isForeign, result } = await looks.awaitEarlierPayout({ batch, reference: row.reference, pace });
  if (isForeign) return { status: 'REFERENCE_USED', reason: 'the reference has been used before' };
  const end = result as PayoutResult | undefined;
  if (!end) return { status: 'UNDECIDED', reason: 'the payout was ended by force' };
  return isSame(end, chunk.sourceAccountNumber, row)
    ? endOf(end)
    : {
        status: 'REFERENCE_USED',
        reason: 'the reference has been used for another amount, source or beneficiary',
      };
}

/** The payouts of these rows, each with its proofs where workers ask for them. */
export async function payoutsOf(chunk: ChunkInput, root: Proof | undefined): Promise<RowPayout[]> {
  const successors = chunk.rows.map((row) => ({
    workflowId: caseId('payout', row.reference),
    input: payoutOf(chunk, row),
  }));
  const inputs = await vouched(root, successors);
  const approved = root ? await approvedRows(chunk) : [];
  return inputs.map((input, index) => {
    const row = approved[index];
    return row ? { input, approved: row } : { input };
  });
}

/** Each row with its way to the root that people have agreed to. */
async function approvedRows({ chunk, rows, approved }: ChunkInput): Promise<ApprovedRow[]> {
  const { head, approvals, branches } = approved;
  const paths = await inPlace.pathsOfChunk({ rows, count: head.rows, chunk, branches });
  return paths.map((place, index) => ({ head, approvals, row: rows[index]?.row ?? 0, ...place }));
}

function payoutOf(chunk: ChunkInput, row: PayableRow): object {
  const { reference, amountKobo, bankCode, bankName, accountNumber, accountName, remark } = row;
  return {
    reference,
    createdBy: chunk.createdBy,
    amountKobo,
    source: { accountNumber: chunk.sourceAccountNumber },
    beneficiary: { bankCode, bankName, accountNumber, accountName },
    remark,
    purpose: chunk.purpose,
    clock: chunk.clock,
  };
}

/** The payout's id is its reference: Temporal starts it once, however often a chunk is run. It outlives its chunk. */
function startPayout(
  chunk: ChunkInput,
  { reference, amountKobo, nameOnAccount: accountName }: PayableRow,
  { input, approved }: RowPayout,
) {
  const { batch, approvedUntil: until, makers = [] } = chunk;
  return startChild(workflowTypes.payout, {
    workflowId: caseId('payout', reference),
    args: [
      input,
      { accountName, makers, ...(until !== undefined && { until }), ...(approved && { approved }) },
    ],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    staticSummary: `Payout of ${nairaText(amountKobo)}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: attributeKey('BatchId'), value: batch },
      { key: attributeKey('PayoutStatus'), value: 'PREPARING' },
    ]),
    taskQueue: workflowInfo().taskQueue,
  });
}

/** An earlier run of the batch may have had another file: its payout counts only if it was this very payment. */
const isSame = (end: PayoutResult, sourceAccountNumber: string, row: PayableRow): boolean =>
  end.amountKobo === row.amountKobo &&
  end.sourceAccountNumber === sourceAccountNumber &&
  end.beneficiary.bankCode === row.bankCode &&
  end.beneficiary.accountNumber === row.accountNumber;

const endOf = ({ status, feeKobo, dutyKobo, uniqueRef, reason }: PayoutResult): RowEnd => ({
  status,
  ...(dutyKobo !== undefined && { dutyKobo }),
  ...(feeKobo !== undefined && { feeKobo }),
  ...(uniqueRef !== undefined && { uniqueRef }),
  ...(reason !== undefined && { reason: masked(reason).slice(0, REASON_MAX) }),
});

/** An invalid input was never sent; only the bank knows what became of anything else. */
function endByForce({ cause }: ChildWorkflowFailure): RowEnd {
  const isInvalid = cause instanceof ApplicationFailure && cause.type === INVALID_INPUT;
  return isInvalid
    ? { status: 'CANCELLED', reason: 'the payout refused its input; nothing was sent' }
    : { status: 'UNDECIDED', reason: 'the payout was ended by force' };
}
