import { isInOtherWords } from '../../../bank/contract/refusals';
import { masked } from '../../../domain/names/personal-data';
import { unlessItStands } from '../../case/send-once';
import type { LoanCase } from '../loan-case';

/**
 * Takes a step whose effect only the gate before the post-offer KYC shows. A refusal in undocumented words
 * may mean that the bank took the step before: the loan goes on, and the gate asks for the step if it is
 * missing.
 */
export const gatedStep = (loan: LoanCase, write: () => Promise<unknown>): Promise<unknown> =>
  unlessItStands(
    () => write().then(() => true),
    async (refused) => {
      if (!isInOtherWords(refused)) return undefined;
      loan.note('system', `Refused, maybe since it was done before; it goes on: ${masked(refused.refusal)}`);
      return true;
    },
  );
