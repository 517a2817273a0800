import { bank, reads, retried, type Activities } from './activities';

/** The reference is the idempotency key, and Temporal tries again. */
export const activities: Activities = {
  ...reads,
  send: (payout, accountName) => retried(bank.send(payout, accountName)),
};
