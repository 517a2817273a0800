import { defineSearchAttributeKey, type SearchAttributeUpdatePair } from '@temporalio/common';

/**
 * The search attributes of cases, with Temporal's names of the types. They hold opaque references and plain
 * words only, since they are never encrypted.
 */
export const searchAttributes = {
  LoanStage: 'Keyword',
  PayoutStatus: 'Keyword',
  BatchStage: 'Keyword',
  WaitingFor: 'Keyword',
  LoanReference: 'Keyword',
  CustomerId: 'Keyword',
  AccountId: 'Keyword',
  BatchId: 'Keyword',
  Assignee: 'Keyword',
  WaitingSince: 'Datetime',
  NextDueOn: 'Datetime',
  ChangedAt: 'Datetime',
  NeedsAttention: 'Bool',
} as const satisfies Record<string, keyof typeof SDK_TYPES>;

/** The SDK's names of the same types. */
const SDK_TYPES = { Keyword: 'KEYWORD', Datetime: 'DATETIME', Bool: 'BOOL' } as const;

type Name = keyof typeof searchAttributes;

/** The search attributes that hold one word or reference. */
export type KeywordAttribute = {
  [N in Name]: (typeof searchAttributes)[N] extends 'Keyword' ? N : never;
}[Name];

export type StageAttribute = Extract<Name, 'LoanStage' | 'PayoutStatus' | 'BatchStage'>;

/** The key by which the SDK reads and writes a search attribute. */
export const attributeKey = <N extends Name>(name: N) =>
  defineSearchAttributeKey(name, SDK_TYPES[searchAttributes[name]]);

/** Temporal's own attribute: when a schedule meant a workflow to start, however late it started. */
export const scheduledStart = defineSearchAttributeKey('TemporalScheduledStartTime', SDK_TYPES.Datetime);

/** Temporal's own attribute: why the tasks of a workflow fail again and again; empty once one succeeds. */
export const reportedProblems = defineSearchAttributeKey('TemporalReportedProblems', 'KEYWORD_LIST');

/** Finds a loan and its repayment by our reference and, once known, the bank's customer and account ids. */
export const loanAttributes = (
  reference: string,
  { customerId, accountId }: { customerId?: string | undefined; accountId?: string | undefined },
): SearchAttributeUpdatePair[] => [
  { key: attributeKey('LoanReference'), value: reference },
  { key: attributeKey('CustomerId'), value: customerId ?? null },
  { key: attributeKey('AccountId'), value: accountId ?? null },
];
