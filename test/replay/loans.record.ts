import { bring, diligently, guarantor, handedIn, runToEnd } from '../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../support/workflows/sample';
import { steering, type Steered, type Steering } from '../support/workflows/steering';
import { records, type Path } from '../support/replay/recording';

/** In minutes. */
const DAY = 24 * 60;

const rejected = '99999901009';
const neverVerified = { bvn: '99999904777' };
const slowlyVerified = { customerReference: 'CU-SHARED', bvn: '99999903009' };

const disbursed =
  (name: string, wishes: Wishes): Path =>
  async (environment) => {
    const loan = await environment.startLoan(loanFile(wishes));
    await runToEnd(environment, loan);
    return { [name]: loan };
  };

/** A loan that an officer ends once it has an offer. */
const ended =
  (name: string, command: string, fields: object): Path =>
  async (environment) => {
    const loan = await offered(environment);
    await loan.tell(command, fields);
    await loan.result();
    return { [name]: loan };
  };

async function offered(environment: Steering): Promise<Steered> {
  const loan = await environment.startLoan(loanFile());
  await bring(loan, 'OFFER');
  return loan;
}

/** Every way a loan can go before its disbursement. */
records(
  steering(),
  async (environment) => {
    const file = loanFile();
    const loan = await environment.startLoan(file);
    await runToEnd(environment, loan);
    return {
      'loan-disbursed-by-update': loan,
      'enrolment-verified': environment.found(`enrolment:${file.customer.reference}`),
    };
  },
  async (environment) => {
    const loan = await offered(environment);
    await loan.signal('acceptOffer');
    await loan.result();
    return { 'loan-disbursed-by-signal': loan };
  },
  async (environment) => {
    const loan = await environment.startLoan(loanFile({ scenario: 'guarantor' }));
    await bring(loan, 'GUARANTOR');
    await loan.tell('addGuarantor', guarantor);
    await loan.result();
    return { 'loan-guarantor-asked': loan };
  },
  async (environment) => {
    const loan = await environment.startLoan(loanFile({ scenario: 'board-fails' }));
    await diligently(loan, ({ waiting }) => waiting?.for === 'BOARD_RESOLUTION');
    await loan.tell('submitBoardResolution', handedIn('board-again.pdf'));
    await loan.result();
    return { 'loan-board-review-failed': loan };
  },
  disbursed('loan-bank-statement-failed', { scenario: 'statement-fails' }),
  disbursed('loan-to-another-account', {
    disbursementAccount: { accountNumber: '9000000001', bankCode: '900' },
    policy: { agreeToTermsWithOffer: false },
  }),
  ended('loan-withdrawn', 'withdraw', { reason: 'BORROWER_REQUEST' }),
  ended('loan-offer-declined', 'declineOffer', { reason: 'HIGH_INTEREST' }),
  async (environment) => {
    const loan = await offered(environment);
    await loan.result(DAY);
    return { 'loan-offer-expired': loan };
  },
  async (environment) => {
    const loan = await environment.startLoan(loanFile({ scenario: 'declined' }));
    await loan.result();
    return { 'loan-declined': loan };
  },
  async (environment) => {
    const file = loanFile({ bvn: rejected });
    const loan = await environment.startLoan(file);
    await loan.untilAttention();
    await loan.tell('closeAsRejected', { reason: 'IDENTITY_MISMATCH' });
    await loan.result();
    return {
      'loan-kyc-rejected': loan,
      'enrolment-rejected': environment.found(`enrolment:${file.customer.reference}`),
    };
  },
  async (environment) => {
    const first = await environment.startLoan(loanFile(slowlyVerified));
    await first.until(({ waiting }) => waiting?.for === 'ENROLMENT');
    const second = await environment.startLoan(loanFile(slowlyVerified));
    await runToEnd(environment, second);
    return {
      'loan-joined-enrolment': second,
      'enrolment-joined': environment.found(`enrolment:${slowlyVerified.customerReference}`),
    };
  },
  async (environment) => {
    const file = loanFile(neverVerified);
    const loan = await environment.startLoan(file);
    const enrolment = environment.found(`enrolment:${file.customer.reference}`);
    await loan.until(({ waiting }) => waiting?.for === 'ENROLMENT');
    await enrolment.until(({ waiting }) => waiting?.for === 'KYC_DECISION');
    await enrolment.tell('closeEnrolment', { reason: 'BORROWER_REQUEST' });
    await loan.untilAttention();
    await loan.tell('closeAsRejected', { reason: 'NO_RESPONSE' });
    await loan.result();
    return { 'enrolment-closed': enrolment, 'loan-enrolment-closed': loan };
  },
);
