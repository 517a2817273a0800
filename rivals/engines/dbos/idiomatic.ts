import { asStep, bank, reads, type Calls } from './calls';

/** The reference is the idempotency key, and DBOS runs the step again. */
export const calls: Calls = {
  ...reads,
  send: (payout, accountName) =>
    asStep('send', async () => {
      await bank.send(payout, accountName);
      return null;
    }),
};
