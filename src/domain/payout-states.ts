import type { StageRow } from './loan-stages';

/**
 * The stages of a payout. SUCCESS, FAILED and REVERSED are the service's words, CANCELLED is ours, before the send. A
 * payout that was paid and taken back later is reopened.
 */
export const payoutStages = {
  PREPARING: {
    title: 'Checking the beneficiary',
    next: ['APPROVAL', 'SUBMITTING', 'CANCELLED'],
    waitsFor: undefined,
  },
  APPROVAL: { title: 'To be approved', next: ['PREPARING', 'APPROVED', 'CANCELLED'], waitsFor: 'APPROVAL' },
  APPROVED: {
    title: 'Approved, not sent',
    next: ['PREPARING', 'APPROVAL', 'SUBMITTING', 'CANCELLED'],
    waitsFor: undefined,
  },
  SUBMITTING: { title: 'Sending', next: ['PENDING', 'CANCELLED'], waitsFor: undefined },
  PENDING: {
    title: 'Sent, not settled',
    next: ['SUCCESS', 'FAILED', 'REVERSED'],
    waitsFor: 'PAYOUT_OUTCOME',
  },
  REOPENED: {
    title: 'Reopened: it may have been reversed',
    next: ['SUCCESS', 'FAILED', 'REVERSED'],
    waitsFor: undefined,
  },
  SUCCESS: { title: 'Paid', next: ['REOPENED'], waitsFor: undefined, final: true },
  FAILED: { title: 'Failed', next: [], waitsFor: undefined, final: true },
  REVERSED: { title: 'Reversed', next: [], waitsFor: undefined, final: true },
  CANCELLED: { title: 'Cancelled before it was sent', next: [], waitsFor: undefined, final: true },
} as const satisfies Record<string, StageRow>;

export type PayoutStage = keyof typeof payoutStages;
