import type { ReturnedMoney } from '../payout/returned-money';
import { WORKFLOW_QUEUE } from '../wire/task-queues';
import { workflowTypes } from '../wire/workflow-types';

/** A hint that money moved on an account: enough to find the case; the case believes none of it. */
export interface MoneyEvent {
  readonly event: 'account.incoming-transaction' | 'account.outgoing-transaction';
  readonly uniqueRef: string;
  /** The bank's id of the account record; a statement does not have it. */
  readonly accountId?: string;
  /** Parts of the remark that may be references of ours; missing without a remark. */
  readonly mentions?: readonly string[];
  /** The account that the money moved on. */
  readonly accountNumber?: string;
  /** The returned money that a statement shows, if the event was read from one. */
  readonly returned?: ReturnedMoney;
}

/** The workflow id of an event: the bank identifies an event by these two fields. */
export const moneyEventId = ({ event, uniqueRef }: Pick<MoneyEvent, 'event' | 'uniqueRef'>): string =>
  `event:${event}:${uniqueRef}`;

/**
 * The start of an event's workflow: one per event, however often it is delivered or read. An event whose workflow
 * has failed, as where no worker has the key of the receiver, counts as not arrived.
 */
export const moneyEventStart = (event: MoneyEvent) =>
  ({
    workflowType: workflowTypes.moneyEvent,
    workflowId: moneyEventId(event),
    taskQueue: WORKFLOW_QUEUE,
    args: [event],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
  }) as const;

export type MoneyEventResult =
  | { readonly outcome: 'woken'; readonly workflowIds: readonly string[] }
  /** It belongs to another event and says nothing by itself. */
  | { readonly outcome: 'paired'; readonly with: string }
  | { readonly outcome: 'unmatched'; readonly why: string };

export interface BackfillResult {
  /** The business instant up to which everything is read, and from which the next run continues. ISO 8601. */
  readonly readTo: string;
  /** Events that the bank shows, in its history or on a statement. */
  readonly seen: number;
  /** The events among them that had never arrived, and are handled now. */
  readonly recovered: number;
  /** Entries of the history that are no money events as we know them. */
  readonly unreadable: number;
}
