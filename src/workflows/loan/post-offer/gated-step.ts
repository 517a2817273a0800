import { masked } from '../../../domain/names/personal-data';
import { isInOtherWords } from '../../case/failures';
import { unlessItStands } from '../../case/send-once';
import type { LoanCase } from '../loan-case';

/**
 * A step whose effect nothing shows but the gate before the post-offer KYC. A refusal in words that no document has may
 * mean that the bank has taken the step before: the loan goes on, and the gate asks for the step if it is missing.
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
