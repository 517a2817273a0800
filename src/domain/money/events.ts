import type { TransactionKind } from './remarks';
import { WORKFLOW_QUEUE } from '../wire/task-queues';
import { workflowTypes } from '../wire/workflow-types';

/** A payout that a transaction may belong to, and what it is of it. */
export interface PayoutMention {
  readonly reference: string;
  readonly kind: TransactionKind;
}

/** Money moved on an account: as much of it as it takes to find the case, and nothing that is believed. */
export interface MoneyEvent {
  readonly event: 'account.incoming-transaction' | 'account.outgoing-transaction';
  readonly uniqueRef: string;
  /** The bank's id of the account record; a statement does not tell it. */
  readonly accountId?: string;
  /** What the remark says: null when it names no payout; missing when there is no remark. */
  readonly payout?: PayoutMention | null;
  /** Where to look the transaction up, when there is no remark. */
  readonly accountNumber?: string;
}

/** The bank tells events apart by these two. */
export const moneyEventId = ({ event, uniqueRef }: Pick<MoneyEvent, 'event' | 'uniqueRef'>): string =>
  `event:${event}:${uniqueRef}`;

/** How an event is ingested: at most one workflow for each, however often it is delivered or read. */
export const moneyEventStart = (event: MoneyEvent) =>
  ({
    workflowType: workflowTypes.moneyEvent,
    workflowId: moneyEventId(event),
    taskQueue: WORKFLOW_QUEUE,
    args: [event],
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
  }) as const;
