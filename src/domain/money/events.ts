import type { ReturnedMoney } from '../payout/returned';
import { WORKFLOW_QUEUE } from '../wire/task-queues';
import { workflowTypes } from '../wire/workflow-types';

/** Money moved on an account: as much of it as it takes to find the case, and nothing that is believed. */
export interface MoneyEvent {
  readonly event: 'account.incoming-transaction' | 'account.outgoing-transaction';
  readonly uniqueRef: string;
  /** The bank's id of the account record; a statement does not tell it. */
  readonly accountId?: string;
  /** What in the remark may be a reference of ours; missing when there is no remark. */
  readonly mentions?: readonly string[];
  /** The account that the money moved on. */
  readonly accountNumber?: string;
  /** What a statement shows of money that came back, where the event was read from one. */
  readonly returned?: ReturnedMoney;
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

/** What became of a money event. */
export type MoneyEventResult =
  | { readonly outcome: 'woken'; readonly workflowIds: readonly string[] }
  /** It comes with another one, and tells nothing by itself. */
  | { readonly outcome: 'paired'; readonly with: string }
  | { readonly outcome: 'unmatched'; readonly why: string };

/** What a backfill of missed money events has found. */
export interface BackfillResult {
  /** Up to this business instant everything is read; the next run goes on from here. ISO 8601. */
  readonly readTo: string;
  readonly seen: number;
  readonly recovered: number;
  readonly unreadable: number;
}
