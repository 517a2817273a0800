import { DBOS } from '@dbos-inc/dbos-sdk';
import { mayHaveBeenSent, PROCESS_ID } from '../common/attempts';
import { asStep, bank, reads, type Calls } from './calls';

/** A step before the send keeps which process meant to send: a step that runs again cannot tell by itself. */
export const calls: Calls = {
  ...reads,
  send: async (payout, accountName) => {
    const meantBy = await DBOS.runStep(async () => PROCESS_ID, { name: 'means to send' });
    return asStep('send', async () => {
      await bank.sendCarefully(payout, accountName, mayHaveBeenSent(payout.reference, meantBy));
      return null;
    });
  },
};
