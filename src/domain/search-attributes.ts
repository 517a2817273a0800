/**
 * What cases can be listed by in Temporal. Opaque references and plain words only: search attributes are never
 * encrypted.
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
  WaitingSince: 'Datetime',
  NextDueOn: 'Datetime',
  NeedsAttention: 'Bool',
} as const satisfies Record<string, 'Keyword' | 'Datetime' | 'Bool'>;
