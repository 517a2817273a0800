import type { Journey } from './facts';
import { ask, type Step } from './step';
import { pdf, underwriting } from './sample';

const LOAN_KOBO = 1_000_000;
const KYC_DOCUMENTS = ['BUSINESS_REG_DOCS', 'BANK_STATEMENTS'] as const;

/** From the application to an offer. */
export const untilOffer = (journey: Journey): readonly Step[] => [
  ask.applyForLoan(
    ({ verifiedCustomer, stamp }) => ({
      customer_id: verifiedCustomer,
      amount: LOAN_KOBO,
      repayment_period: 3,
      loan_purpose: 'WORKING_CAPITAL',
      reference: `probe-${stamp}-${journey}`,
    }),
    { learns: { [`${journey}Application`]: 'data.application_id' } },
  ),
  ask.submitUnderwriting((known) => ({ applicationId: known[`${journey}Application`], ...underwriting }), {
    learns: { [`${journey}Underwritten`]: 'input.applicationId' },
  }),
  ask.linkBankStatement(
    (known) => ({
      applicationId: known[`${journey}Underwritten`],
      sort_code: known.bankCode,
      account_number: known.accountNumber,
    }),
    { learns: { [`${journey}Linked`]: 'input.applicationId' } },
  ),
  ask.getBankStatementStatus((known) => ({ applicationId: known[`${journey}Linked`] }), {
    awaits: { field: 'data.status', value: 'COMPLETED', over: ['FAILED'] },
    learns: { [`${journey}Stated`]: 'input.applicationId' },
  }),
  ...KYC_DOCUMENTS.map((file_tag) =>
    ask.uploadLoanDocument(
      (known) => ({ applicationId: known[`${journey}Underwritten`], file_tag, file: pdf }),
      { learns: { [`${journey}Documented`]: 'input.applicationId' } },
    ),
  ),
  ask.startDecisioning((known) => ({ applicationId: known[`${journey}Documented`] }), {
    after: [`${journey}Stated`],
    learns: { [`${journey}Deciding`]: 'input.applicationId' },
  }),
  ask.getLoanApplication((known) => ({ applicationId: known[`${journey}Deciding`] }), {
    awaits: { field: 'data.status', value: 'HAS_OFFER', over: ['DECLINED', 'OFFER_EXPIRED'] },
    learns: { [`${journey}Offered`]: 'input.applicationId' },
  }),
  ask.getOffer((known) => ({ applicationId: known[`${journey}Offered`] })),
];

export const declinedOffer: readonly Step[] = [
  ...untilOffer('declined'),
  ask.listLoanApplications(({ verifiedCustomer }) => ({
    customer_id: verifiedCustomer,
    page: 1,
    limit: 10,
  })),
  ask.declineOffer(({ declinedOffered }) => ({
    applicationId: declinedOffered,
    decline_reason: 'CHECKING',
  })),
];
