import { asRun, bank, type Send } from './calls';

/** The reference is the idempotency key, and Restate runs the call again. */
export const send: Send = (ctx, payout, accountName) =>
  asRun(ctx, 'send', () => bank.send(payout, accountName));
