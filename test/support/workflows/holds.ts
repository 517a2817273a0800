import type { LoanStage } from '../../../src/domain/loan/stages';
import type { OperationName } from '../../../src/bank/contract';
import { refusals, type Refusal } from '../../../src/bank/contract/refusals';
import { bring } from './loan-steering';
import { loanFile, type Wishes } from './sample';
import type { Steered, Steering } from './steering';

/** A way to keep a loan in a stage until an officer acts. */
interface Hold {
  readonly stage: LoanStage;
  readonly wishes?: Wishes;
  readonly refused?: readonly [OperationName, Refusal];
}

/** BVNs of customers whose verification never ends. */
let unverifiable = 0;
const neverVerified = () => `99999904${String((unverifiable += 1)).padStart(3, '0')}`;

/** One way to stop in each stage that a loan runs through before its disbursement. */
export const holds: readonly Hold[] = [
  {
    stage: 'ENROLMENT',
    wishes: {
      get bvn() {
        return neverVerified();
      },
    },
  },
  { stage: 'APPLICATION', refused: ['applyForLoan', refusals.customerNotVerified] },
  { stage: 'UNDERWRITING', refused: ['submitUnderwriting', refusals.applicationClosed] },
  { stage: 'BANK_STATEMENT', refused: ['linkBankStatement', refusals.applicationClosed] },
  { stage: 'DOCUMENTS', wishes: { without: ['ID_CARD_DOCS'] } },
  { stage: 'DECISION', wishes: { scenario: 'no-decision' } },
  { stage: 'OFFER' },
  { stage: 'TERMS', wishes: { policy: { agreeToTermsWithOffer: false } } },
  { stage: 'BOARD_RESOLUTION', wishes: { without: ['BOARD_RESOLUTION_DOC'] } },
  { stage: 'GUARANTOR', wishes: { scenario: 'guarantor' } },
  { stage: 'POST_OFFER_KYC', refused: ['submitPostOfferKyc', refusals.applicationNotFound] },
];

/** Starts a loan and lets it come to the stage in which it is held. */
export async function hold(steering: Steering, { stage, wishes, refused }: Hold): Promise<Steered> {
  if (refused) steering.parts().refusals.plan(...refused);
  const loan = await steering.startLoan(loanFile(wishes));
  await bring(loan, stage);
  if (refused) await loan.untilAttention();
  return loan;
}
