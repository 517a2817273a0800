import type { OperationName } from '../../../src/bank/contract';
import { refusals, type Refusal } from '../../../src/bank/contract/refusals';
import { diligently, runToEnd } from '../../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../../support/workflows/sample';
import { steering } from '../../support/workflows/steering';

const environment = steering();
const OWN_ACCOUNT = { accountNumber: '9000000001', bankCode: '900' };

interface Row {
  readonly stage: string;
  readonly operation: OperationName;
  readonly refusal: Refusal;
  readonly wishes?: Wishes;
}

const refusedInTheLoan: readonly Row[] = [
  { stage: 'APPLICATION', operation: 'applyForLoan', refusal: refusals.customerNotVerified },
  { stage: 'UNDERWRITING', operation: 'submitUnderwriting', refusal: refusals.applicationClosed },
  { stage: 'BANK_STATEMENT', operation: 'linkBankStatement', refusal: refusals.applicationClosed },
  { stage: 'BANK_STATEMENT', operation: 'getBankStatementStatus', refusal: refusals.applicationNotFound },
  { stage: 'DECISION', operation: 'startDecisioning', refusal: refusals.decisioningClosed },
  { stage: 'DECISION', operation: 'getLoanApplication', refusal: refusals.applicationNotFound },
  { stage: 'DECISION', operation: 'getOffer', refusal: refusals.applicationNotFound },
  { stage: 'OFFER', operation: 'acceptOffer', refusal: refusals.offerNotOpen },
  { stage: 'TERMS', operation: 'agreeToTerms', refusal: refusals.applicationNotFound },
  { stage: 'BOARD_RESOLUTION', operation: 'submitBoardResolution', refusal: refusals.documentNotFound },
  {
    stage: 'GUARANTOR',
    operation: 'inviteGuarantor',
    refusal: refusals.applicationNotFound,
    wishes: { scenario: 'guarantor' },
  },
  { stage: 'POST_OFFER_KYC', operation: 'submitPostOfferKyc', refusal: refusals.applicationNotFound },
  {
    stage: 'BOARD_RESOLUTION',
    operation: 'resolveAccount',
    refusal: refusals.bankUnresponsive,
    wishes: { disbursementAccount: OWN_ACCOUNT },
  },
  {
    stage: 'BOARD_RESOLUTION',
    operation: 'setDisbursementAccount',
    refusal: refusals.disbursementAccountClosed,
    wishes: { disbursementAccount: OWN_ACCOUNT },
  },
];

test.each(refusedInTheLoan)(
  'in $stage, a refused $operation waits for a person, and goes on after a retry',
  async ({ stage, operation, refusal, wishes }) => {
    environment.parts().refusals.plan(operation, refusal);
    const loan = await environment.startLoan(loanFile(wishes));
    const parked = await diligently(loan, ({ attention }) => attention !== undefined);
    expect(parked).toMatchObject({ stage, ended: false });
    expect(parked.attention?.cause).toContain(`(${refusal.status}): ${refusal.message}`);
    expect(parked.attention?.actions).toEqual(expect.arrayContaining(['retry', 'withdraw']));
    await loan.tell('retry');
    await loan.until(({ attention }) => attention === undefined);
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  },
);

const refusedInTheEnrolment: readonly (readonly [string, OperationName, Refusal])[] = [
  ['CUSTOMER', 'listCustomers', { status: 400, message: 'bvn must be 11 digits' }],
  ['CUSTOMER', 'createCustomer', { status: 400, message: 'Customer with this BVN already exists' }],
  ['ACCOUNT', 'createAccount', refusals.customerNotFound],
  ['KYC', 'enrolCustomer', refusals.customerNeedsBvn],
  ['KYC', 'startKyc', refusals.customerNotFound],
  ['KYC', 'getKycStatus', refusals.customerNotFound],
];

test.each(refusedInTheEnrolment)(
  'in the enrolment, in %s, a refused %s waits for a person, and goes on after a retry',
  async (stage, operation, refusal) => {
    const file = loanFile();
    environment.parts().refusals.plan(operation, refusal);
    const loan = await environment.startLoan(file);
    await loan.until(({ waiting }) => waiting?.for === 'ENROLMENT');
    const enrolment = environment.found(`enrolment:${file.customer.reference}`);
    const parked = await enrolment.untilAttention();
    expect(parked.stage).toBe(stage);
    expect(parked.attention?.cause).toContain(refusal.message);
    await enrolment.tell('retry');
    expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  },
);

test('a refused check of the disbursement waits for a person, and goes on after a retry', async () => {
  const loan = await environment.startLoan(loanFile());
  await diligently(loan, ({ stage }) => stage === 'DISBURSEMENT');
  environment.parts().refusals.plan('getLoanApplication', refusals.applicationNotFound);
  expect((await loan.untilAttention()).attention?.cause).toContain('Asking for the disbursement');
  await loan.tell('retry');
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});

test.each<readonly [OperationName, Refusal]>([
  ['submitUnderwriting', refusals.applicationNotRegistered],
  ['linkBankStatement', refusals.applicationNotRegistered],
  ['getBankStatementStatus', refusals.applicationNotRegistered],
  ['uploadLoanDocument', refusals.applicationNotRegistered],
  ['startDecisioning', refusals.applicationNotReferenced],
  ['getOffer', refusals.offerNotReady],
  ['acceptOffer', refusals.applicationNotRegistered],
  ['agreeToTerms', refusals.applicationNotRegistered],
  ['submitBoardResolution', refusals.applicationNotRegistered],
  ['submitPostOfferKyc', refusals.applicationNotRegistered],
])('"not yet" as the answer to %s is waited out without an officer', async (operation, refusal) => {
  environment.parts().refusals.plan(operation, refusal, 3);
  const loan = await environment.startLoan(loanFile());
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
  const { timeline } = await loan.snapshot();
  expect(timeline.filter(({ what }) => what.includes('attention'))).toEqual([]);
});
