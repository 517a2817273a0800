import { mayHaveBeenSent, PROCESS_ID } from '../common/attempts';
import { asRun, bank, type Send } from './calls';

/** The journal keeps which process meant to send: a call that runs again cannot tell by itself. */
export const send: Send = async (ctx, payout, accountName) => {
  const meantBy = await ctx.run('means to send', () => PROCESS_ID);
  await asRun(ctx, 'send', () =>
    bank.sendCarefully(payout, accountName, mayHaveBeenSent(payout.reference, meantBy)),
  );
};
