import { ask, type Step } from './step';
import { untilOffer } from './offer';
import { pdf } from './sample';

/** From the offer to the money. */
const closing: readonly Step[] = [
  ask.setDisbursementAccount(({ keptOffered, accountNumber, bankCode }) => ({
    applicationId: keptOffered,
    account_number: accountNumber,
    bank_code: bankCode,
  })),
  ask.acceptOffer(({ keptOffered }) => ({ applicationId: keptOffered }), {
    learns: { acceptedApplication: 'input.applicationId' },
  }),
  ask.agreeToTerms(({ acceptedApplication }) => ({ applicationId: acceptedApplication }), {
    learns: { agreedApplication: 'input.applicationId' },
  }),
  ask.uploadLoanDocument(
    ({ acceptedApplication }) => ({
      applicationId: acceptedApplication,
      file_tag: 'BOARD_RESOLUTION_DOC',
      file: pdf,
    }),
    { learns: { resolutionUrl: 'data.file_url' } },
  ),
  ask.submitBoardResolution(
    ({ acceptedApplication, resolutionUrl }) => ({
      applicationId: acceptedApplication,
      board_resolution_url: resolutionUrl,
    }),
    { learns: { resolvedApplication: 'input.applicationId' } },
  ),
  ask.inviteGuarantor(({ acceptedApplication, stamp }) => ({
    applicationId: acceptedApplication,
    first_name: 'Test',
    last_name: 'Guarantor',
    phone: '08000000001',
    email: `contract-probe-guarantor-${stamp}@example.com`,
  })),
  ask.listGuarantors(({ acceptedApplication }) => ({ applicationId: acceptedApplication })),
  ask.submitPostOfferKyc(({ agreedApplication }) => ({ applicationId: agreedApplication }), {
    after: ['resolvedApplication'],
    learns: { finishedApplication: 'input.applicationId' },
  }),
  ask.getLoanApplication(({ finishedApplication }) => ({ applicationId: finishedApplication }), {
    awaits: { field: 'data.status', value: 'DISBURSED', over: ['DECLINED'] },
    learns: { loanId: 'data.loan_id' },
  }),
];

/** The loan itself. */
const repayment: readonly Step[] = [
  ask.getActiveLoan(({ verifiedCustomer }) => ({ customer_id: verifiedCustomer }), { after: ['loanId'] }),
  ask.getRepaymentSchedule(({ loanId }) => ({ loanId })),
  ask.chargeRepayment(({ loanId, stamp }) => ({
    loanId,
    amount: 10_000,
    reference: `probe-${stamp}-repayment`,
  })),
];

export const keptOffer: readonly Step[] = [...untilOffer('kept'), ...closing, ...repayment];
