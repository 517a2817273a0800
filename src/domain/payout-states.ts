import type { StageRow } from './loan-stages';

/** The stages of a payout. SUCCESS, FAILED and REVERSED are the service's words; CANCELLED is ours, before the send. */
export const payoutStages = {
  PREPARING: { title: 'Checking the beneficiary', next: ['SUBMITTING', 'CANCELLED'], waitsFor: undefined },
  SUBMITTING: { title: 'Sending', next: ['PENDING', 'CANCELLED'], waitsFor: undefined },
  PENDING: {
    title: 'Sent, not settled',
    next: ['SUCCESS', 'FAILED', 'REVERSED'],
    waitsFor: 'PAYOUT_OUTCOME',
  },
  SUCCESS: { title: 'Paid', next: [], waitsFor: undefined, final: true },
  FAILED: { title: 'Failed', next: [], waitsFor: undefined, final: true },
  REVERSED: { title: 'Reversed', next: [], waitsFor: undefined, final: true },
  CANCELLED: { title: 'Cancelled before it was sent', next: [], waitsFor: undefined, final: true },
} as const satisfies Record<string, StageRow>;

export type PayoutStage = keyof typeof payoutStages;
