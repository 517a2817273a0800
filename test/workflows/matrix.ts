import type { LoanStage, RepaymentStage } from '../../src/domain/loan-stages';
import type { PayoutStage } from '../../src/domain/payout-states';

/** One way through a stage, and the test that walks it: its file and its title as it is written there. */
export interface Walk {
  readonly stage: LoanStage | RepaymentStage | PayoutStage;
  readonly kind: 'exit' | 'refusal' | 'lost reply';
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

const LOST = 'of %s, the loan ends the same and each effect happens once';
const REFUSED = 'in $stage, a refused $operation waits for a person, and goes on after a retry';
const REFUSED_IN_ENROLMENT =
  'in the enrolment, in %s, a refused %s waits for a person, and goes on after a retry';
const NOT_YET = '"not yet" as the answer to %s is waited out without anybody';

const exit = (stage: Walk['stage'], what: string, title: string, file = 'loan-exits'): Walk => ({
  stage,
  kind: 'exit',
  what,
  file,
  title,
});
const withdrawn = (stage: LoanStage): Walk =>
  exit(stage, 'WITHDRAWN', 'in the stage $stage', 'loan-withdrawn');
const refused = (stage: Walk['stage'], what: string, title = REFUSED, file = 'loan-refusals'): Walk => ({
  stage,
  kind: 'refusal',
  what,
  file,
  title,
});
const lost = (stage: Walk['stage'], what: string, title = LOST, file = 'loan-lost-replies'): Walk => ({
  stage,
  kind: 'lost reply',
  what,
  file,
  title,
});
const gate = (stage: LoanStage, what: string, title: string) => refused(stage, what, title, 'loan-gates');
const ofPayout = (stage: PayoutStage, what: string, title: string) => exit(stage, what, title, 'payout');

/** Every stage with its exits, the refusals of the service in it, and the replies to writes that may get lost. */
export const matrix: readonly Walk[] = [
  withdrawn('ENROLMENT'),
  exit('ENROLMENT', 'KYC_REJECTED', 'as KYC_REJECTED when an officer closes it with a reason'),
  exit('ENROLMENT', 'WITHDRAWN after a rejection', 'as WITHDRAWN after a rejected KYC'),
  exit('ENROLMENT', 'corrected, then verified', 'disbursed when the rejected KYC is corrected'),
  ...['listCustomers', 'createCustomer', 'createAccount', 'enrolCustomer', 'startKyc', 'getKycStatus'].map(
    (operation) => refused('ENROLMENT', operation, REFUSED_IN_ENROLMENT),
  ),
  ...['createCustomer', 'createAccount', 'enrolCustomer', 'startKyc'].map((write) =>
    lost('ENROLMENT', write),
  ),

  withdrawn('APPLICATION'),
  refused('APPLICATION', 'applyForLoan'),
  lost('APPLICATION', 'applyForLoan'),

  withdrawn('UNDERWRITING'),
  refused('UNDERWRITING', 'submitUnderwriting'),
  refused('UNDERWRITING', 'submitUnderwriting: not registered yet', NOT_YET),
  lost('UNDERWRITING', 'submitUnderwriting'),

  withdrawn('BANK_STATEMENT'),
  refused('BANK_STATEMENT', 'linkBankStatement'),
  refused('BANK_STATEMENT', 'getBankStatementStatus'),
  refused('BANK_STATEMENT', 'linkBankStatement: not registered yet', NOT_YET),
  lost('BANK_STATEMENT', 'linkBankStatement'),
  lost(
    'BANK_STATEMENT',
    'linkBankStatement, lost on its way',
    'a request for the bank statement that never arrived is noticed by its deadline and made again',
  ),

  withdrawn('DOCUMENTS'),
  refused(
    'DOCUMENTS',
    'uploadLoanDocument',
    'a document that the service refuses is rejected with its words',
    'loan-documents',
  ),
  refused('DOCUMENTS', 'uploadLoanDocument: not registered yet', NOT_YET),
  lost('DOCUMENTS', 'uploadLoanDocument'),

  withdrawn('DECISION'),
  exit('DECISION', 'DECLINED', 'as DECLINED with the reasons of the decision'),
  exit('DECISION', 'OFFER_DECLINED', 'as OFFER_DECLINED or OFFER_EXPIRED where the service says so first'),
  ...['startDecisioning', 'getLoanApplication', 'getOffer'].map((operation) =>
    refused('DECISION', operation),
  ),
  refused('DECISION', 'startDecisioning: not referenced yet', NOT_YET),
  refused('DECISION', 'getOffer: no offer yet', NOT_YET),
  lost('DECISION', 'startDecisioning'),

  withdrawn('OFFER'),
  exit(
    'OFFER',
    'WITHDRAWN, the offer declined',
    'and its open offer is declined at the service',
    'loan-withdrawn',
  ),
  exit('OFFER', 'OFFER_DECLINED', 'as OFFER_DECLINED with the reason that was given'),
  exit('OFFER', 'OFFER_EXPIRED', 'as OFFER_EXPIRED when nobody answers'),
  exit('OFFER', 'OFFER_EXPIRED while answered', 'as OFFER_EXPIRED while %s is on its way'),
  refused('OFFER', 'acceptOffer'),
  lost('OFFER', 'acceptOffer'),
  lost('OFFER', 'declineOffer', 'a decline whose reply is lost is declined once'),

  withdrawn('TERMS'),
  refused('TERMS', 'agreeToTerms'),
  lost('TERMS', 'agreeToTerms'),

  withdrawn('BOARD_RESOLUTION'),
  refused('BOARD_RESOLUTION', 'submitBoardResolution'),
  refused('BOARD_RESOLUTION', 'resolveAccount'),
  refused('BOARD_RESOLUTION', 'setDisbursementAccount'),
  gate(
    'BOARD_RESOLUTION',
    'the review failed',
    'a board resolution whose review failed is asked for again, and the next one passes',
  ),
  lost('BOARD_RESOLUTION', 'submitBoardResolution'),
  lost('BOARD_RESOLUTION', 'setDisbursementAccount'),

  withdrawn('GUARANTOR'),
  refused('GUARANTOR', 'inviteGuarantor'),
  gate(
    'GUARANTOR',
    'a guarantor is asked for',
    'a guarantor who is asked for is invited once, and the answer is waited for',
  ),
  lost('GUARANTOR', 'inviteGuarantor'),

  withdrawn('POST_OFFER_KYC'),
  refused('POST_OFFER_KYC', 'submitPostOfferKyc'),
  gate('POST_OFFER_KYC', 'each gate', 'a gate that asks for %s leads to that step and back'),
  gate(
    'POST_OFFER_KYC',
    'a gate that stays shut',
    'a gate that stays shut although its step was done waits for a person',
  ),
  lost('POST_OFFER_KYC', 'submitPostOfferKyc'),

  exit(
    'DISBURSEMENT',
    'DECLINED, OFFER_EXPIRED, OFFER_DECLINED',
    'as %s when the provider closes it before the disbursement',
  ),
  exit('DISBURSEMENT', 'DISBURSED after weeks', 'a disbursement is awaited for weeks'),
  refused(
    'DISBURSEMENT',
    'getLoanApplication',
    'a refused check of the disbursement waits for a person, and goes on after a retry',
  ),

  exit('REPAYING', 'CLOSED', 'pays on time never needs anybody', 'repayment'),
  exit('REPAYING', 'CLOSED early', 'settles early is CLOSED at the next due date', 'repayment'),
  refused(
    'REPAYING',
    'chargeRepayment',
    'a refused charge waits for a person, and the retry charges once',
    'repayment',
  ),
  lost('REPAYING', 'chargeRepayment', 'a reply hit by %s charges once', 'repayment'),
  exit(
    'ARREARS',
    'back to REPAYING',
    'pays late falls into arrears, with attention, and recovers each time',
    'repayment',
  ),
  refused(
    'ARREARS',
    'too little money',
    'an empty account is tried as often as the policy says, then a person is asked',
    'repayment',
  ),

  ofPayout('PREPARING', 'CANCELLED', '%s waits for a person, who may cancel'),
  refused('PREPARING', 'resolveAccount', '%s waits for a person, who may cancel', 'payout'),
  exit('APPROVAL', 'CANCELLED when it is rejected', '%s cannot approve', 'payout-approval'),
  exit(
    'APPROVED',
    'back to APPROVAL',
    'an approved payout that is held back for too long has to be approved again',
    'payout-approval',
  ),
  ofPayout('SUBMITTING', 'CANCELLED', 'a refused payout is abandoned by a supervisor only'),
  refused('SUBMITTING', 'createPayout', 'a refused payout waits, and is sent again by a retry', 'payout'),
  refused(
    'SUBMITTING',
    'createPayout: duplicate reference',
    'with another %s, it needs attention and can be abandoned',
    'payout-lost-replies',
  ),
  lost('SUBMITTING', 'createPayout', 'is hit by %s, once', 'payout-lost-replies'),
  lost(
    'SUBMITTING',
    'createPayout, and no trace to be seen',
    'is lost, and the payout cannot be seen for a while',
    'payout-lost-replies',
  ),
  ofPayout('PENDING', 'SUCCESS, FAILED', 'a payout that %s is committed once and ends so'),
  ofPayout('PENDING', 'REVERSED', 'a payout that is reversed while it is pending ends as REVERSED'),
];
