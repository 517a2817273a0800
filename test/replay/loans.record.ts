import { bring, diligently, guarantor, handedIn, runToEnd } from '../workflows/loan-steering';
import { loanFile, type Wishes } from '../workflows/sample';
import type { Steered, Steering } from '../workflows/steering';
import { records, type Path } from './recording';

/** In minutes. */
const DAY = 24 * 60;

const rejected = '99999901009';
const slowlyVerified = { customerReference: 'CU-SHARED', bvn: '99999903009' };

const disbursed =
  (name: string, wishes: Wishes): Path =>
  async (theatre) => {
    const loan = await theatre.startLoan(loanFile(wishes));
    await runToEnd(theatre, loan);
    return { [name]: loan };
  };

/** A loan that somebody ends once it has an offer. */
const ended =
  (name: string, command: string, fields: object): Path =>
  async (theatre) => {
    const loan = await offered(theatre);
    await loan.tell(command, fields);
    await loan.result();
    return { [name]: loan };
  };

async function offered(theatre: Steering): Promise<Steered> {
  const loan = await theatre.startLoan(loanFile());
  await bring(loan, 'OFFER');
  return loan;
}

/** Every way a loan can go before its disbursement. */
records(
  async (theatre) => {
    const file = loanFile();
    const loan = await theatre.startLoan(file);
    await runToEnd(theatre, loan);
    return {
      'loan-disbursed-by-update': loan,
      'enrolment-verified': theatre.found(`enrolment:${file.customer.reference}`),
    };
  },
  async (theatre) => {
    const loan = await offered(theatre);
    await loan.signal('acceptOffer');
    await loan.result();
    return { 'loan-disbursed-by-signal': loan };
  },
  async (theatre) => {
    const loan = await theatre.startLoan(loanFile({ scenario: 'guarantor' }));
    await bring(loan, 'GUARANTOR');
    await loan.tell('addGuarantor', guarantor);
    await loan.result();
    return { 'loan-guarantor-asked': loan };
  },
  async (theatre) => {
    const loan = await theatre.startLoan(loanFile({ scenario: 'board-fails' }));
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
  async (theatre) => {
    const loan = await offered(theatre);
    await loan.result(DAY);
    return { 'loan-offer-expired': loan };
  },
  async (theatre) => {
    const loan = await theatre.startLoan(loanFile({ scenario: 'declined' }));
    await loan.result();
    return { 'loan-declined': loan };
  },
  async (theatre) => {
    const file = loanFile({ bvn: rejected });
    const loan = await theatre.startLoan(file);
    await loan.untilAttention();
    await loan.tell('closeAsRejected', { reason: 'IDENTITY_MISMATCH' });
    await loan.result();
    return {
      'loan-kyc-rejected': loan,
      'enrolment-rejected': theatre.found(`enrolment:${file.customer.reference}`),
    };
  },
  async (theatre) => {
    const first = await theatre.startLoan(loanFile(slowlyVerified));
    await first.until(({ waiting }) => waiting?.for === 'ENROLMENT');
    const second = await theatre.startLoan(loanFile(slowlyVerified));
    await runToEnd(theatre, second);
    return {
      'loan-joined-enrolment': second,
      'enrolment-joined': theatre.found(`enrolment:${slowlyVerified.customerReference}`),
    };
  },
);
