import {
  ParentClosePolicy,
  ChildWorkflowCancellationType,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import {
  ApplicationFailure,
  ChildWorkflowFailure,
  defineSearchAttributeKey,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from '@temporalio/common';
import type { RowResult } from '../../domain/batch-register';
import type { NumberedRow } from '../../domain/batch-rows';
import type { Clock } from '../../domain/clock';
import { INVALID_INPUT } from '../../domain/failure-kinds';
import { nairaText } from '../../domain/money';
import { masked } from '../../domain/personal-data';
import { workflowIds } from '../../domain/references';
import type { PayoutResult } from '../results';
import { earlierPayout } from './checks';

const REASON_MAX = 100;

/** A row whose beneficiary has been resolved. */
export type PayableRow = NumberedRow & { readonly resolvedName: string };

/** How a row ended. */
export type RowEnd = Omit<RowResult, 'row' | 'reference' | 'amountKobo'>;

/** What the rows of a slice have in common. */
export interface SliceOfRows {
  readonly batch: string;
  readonly createdBy: string;
  readonly sourceAccountNumber: string;
  readonly clock: Clock;
}

/** Pays a row and follows it to its end. Whatever happens to it is a result of the row: it may not end the others. */
export async function payRow(slice: SliceOfRows, row: PayableRow): Promise<RowEnd> {
  try {
    const payout = await startPayout(slice, row);
    return endOf((await payout.result()) as PayoutResult);
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return followEarlier(slice, row);
    if (!(error instanceof ChildWorkflowFailure)) throw error;
    return endByForce(error);
  }
}

/** Its workflow id is taken: by an earlier run of this very batch, or by somebody else. */
async function followEarlier(slice: SliceOfRows, row: PayableRow): Promise<RowEnd> {
  const { isForeign, result } = await earlierPayout(slice, row.reference);
  if (isForeign) return { status: 'REFERENCE_USED', reason: 'the reference has been used before' };
  const end = result as PayoutResult | undefined;
  if (!end) return { status: 'UNDECIDED', reason: 'the payout was ended by force' };
  return isSame(end, row)
    ? endOf(end)
    : { status: 'REFERENCE_USED', reason: 'the reference has been used for another amount or beneficiary' };
}

const batchKey = defineSearchAttributeKey('BatchId', 'KEYWORD');
const statusKey = defineSearchAttributeKey('PayoutStatus', 'KEYWORD');

/** The payout's id is its reference: Temporal starts it once, however often a slice is run. It outlives its slice. */
function startPayout(slice: SliceOfRows, row: PayableRow) {
  const { reference, amountKobo, bankCode, bankName, accountNumber, accountName, remark, resolvedName } = row;
  const payout = {
    reference,
    createdBy: slice.createdBy,
    amountKobo,
    source: { accountNumber: slice.sourceAccountNumber },
    beneficiary: { bankCode, bankName, accountNumber, accountName },
    remark,
    clock: slice.clock,
  };
  return startChild('payoutWorkflow', {
    workflowId: workflowIds.payout(reference),
    args: [payout, { accountName: resolvedName }],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.ABANDON,
    cancellationType: ChildWorkflowCancellationType.ABANDON,
    staticSummary: `Payout of ${nairaText(amountKobo)}`,
    typedSearchAttributes: new TypedSearchAttributes([
      { key: batchKey, value: slice.batch },
      { key: statusKey, value: 'PREPARING' },
    ]),
    taskQueue: workflowInfo().taskQueue,
  });
}

const isSame = ({ amountKobo, beneficiary }: PayoutResult, row: PayableRow): boolean =>
  amountKobo === row.amountKobo &&
  beneficiary.bankCode === row.bankCode &&
  beneficiary.accountNumber === row.accountNumber;

const endOf = ({ status, feeKobo, uniqueRef, reason }: PayoutResult): RowEnd => ({
  status,
  ...(feeKobo !== undefined && { feeKobo }),
  ...(uniqueRef !== undefined && { uniqueRef }),
  ...(reason !== undefined && { reason: masked(reason).slice(0, REASON_MAX) }),
});

/** An input that makes no sense was never sent. Of anything else only the service can tell what became. */
function endByForce({ cause }: ChildWorkflowFailure): RowEnd {
  const isInvalid = cause instanceof ApplicationFailure && cause.type === INVALID_INPUT;
  return isInvalid
    ? { status: 'CANCELLED', reason: 'the payout refused its input; nothing was sent' }
    : { status: 'UNDECIDED', reason: 'the payout was ended by force' };
}
