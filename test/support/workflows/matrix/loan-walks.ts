import type { LoanStage } from '../../../../src/domain/loan/stages';
import { exit, lost, refused, type Walk } from './walk';

const REFUSED_IN_ENROLMENT =
  'in the enrolment, in %s, a refused %s waits for a person, and goes on after a retry';
const NOT_YET = '"not yet" as the answer to %s is waited out without an officer';

const withdrawn = (stage: LoanStage): Walk =>
  exit(stage, 'WITHDRAWN', 'a loan is withdrawn in the stage $stage', 'loan/withdrawn');
const left = (stage: LoanStage): Walk =>
  exit(
    stage,
    'WITHDRAWN',
    'a loan that is withdrawn in the stage $stage asks people to have its application closed, and ends once the bank has closed it',
    'loan/withdrawn',
  );
const gate = (stage: LoanStage, what: string, title: string) => refused(stage, what, title, 'loan/gates');

/** The stages of a loan up to its disbursement. */
export const loanWalks: readonly Walk[] = [
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
    'a document that the bank refuses is rejected with its words',
    'loan/documents',
  ),
  refused('DOCUMENTS', 'uploadLoanDocument: not registered yet', NOT_YET),
  lost('DOCUMENTS', 'uploadLoanDocument'),

  withdrawn('DECISION'),
  exit('DECISION', 'DECLINED', 'as DECLINED with the reasons of the decision'),
  exit('DECISION', 'OFFER_DECLINED', 'as OFFER_DECLINED or OFFER_EXPIRED where the bank says so first'),
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
    'a loan is withdrawn, and its open offer is declined at the bank',
    'loan/withdrawn',
  ),
  exit('OFFER', 'OFFER_DECLINED', 'as OFFER_DECLINED with the reason that was given'),
  exit('OFFER', 'OFFER_EXPIRED', 'as OFFER_EXPIRED when the borrower never answers'),
  exit('OFFER', 'OFFER_EXPIRED while answered', 'as OFFER_EXPIRED while %s is on its way'),
  refused('OFFER', 'acceptOffer'),
  lost('OFFER', 'acceptOffer'),
  lost('OFFER', 'declineOffer', 'a decline whose reply is lost is declined once'),

  left('TERMS'),
  refused('TERMS', 'agreeToTerms'),
  lost('TERMS', 'agreeToTerms'),

  left('BOARD_RESOLUTION'),
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

  left('GUARANTOR'),
  refused('GUARANTOR', 'inviteGuarantor'),
  gate(
    'GUARANTOR',
    'a guarantor is asked for',
    'a guarantor who is asked for is invited once, and the answer is waited for',
  ),
  lost('GUARANTOR', 'inviteGuarantor'),

  left('POST_OFFER_KYC'),
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

  exit(
    'CLOSING',
    'DISBURSED all the same',
    'a withdrawn loan that the bank disburses all the same is followed to its repayment',
    'loan/withdrawn',
  ),
  exit(
    'CLOSING',
    'WITHDRAWN by evidence',
    'people say with evidence that the bank has closed the application of a withdrawn loan',
    'loan/withdrawn',
  ),
];
