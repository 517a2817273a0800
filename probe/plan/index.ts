import type { OperationName } from '../../src/bank/contract';
import { PAYOUT_MINIMUM_KOBO } from '../../src/bank/contract/limits';
import { ask, givesOf, needsOf, type Fact, type Journey, type Step, pdf, person, underwriting } from './step';

const nothing = () => ({});

/** Requests that need no state, then a customer with an account, enrolled and verified. */
const start: readonly Step[] = [
  ask.checkHealth(nothing),
  ask.listBanks(nothing),
  ask.listBankUptime(nothing),
  ask.calculateRepayment(() => ({ loan_amount: 1_000_000, tenure: 3, state: 'Lagos' })),
  ask.createCustomer(person, { learns: { customerId: 'data.id' } }),
  ask.getCustomer(({ customerId }) => ({ id: customerId })),
  ask.listCustomers(({ bvn }) => ({ bvn, page: 1, limit: 10 })),
  ask.createAccount(({ customerId }) => ({ account_type: 'static', customer_id: customerId }), {
    learns: {
      accountNumber: 'data.account.account_number',
      bankCode: 'data.account.bank_code',
      bankName: 'data.account.bank_name',
    },
  }),
  ask.getAccount(({ accountNumber }) => ({ account_number: accountNumber })),
  ask.listAccounts(({ customerId }) => ({ customer_id: customerId, page: 1, limit: 10 })),
  ask.updateTransferLimits(({ accountNumber }) => ({
    account_number: accountNumber,
    per_transaction_limit: 100_000,
    daily_transfer_limit: 1_000_000,
  })),
  ask.enrolCustomer(({ customerId }) => ({ customer_id: customerId }), {
    after: ['accountNumber'],
    learns: { enrolledCustomer: 'input.customer_id' },
  }),
  ask.startKyc(({ enrolledCustomer }) => ({ customerId: enrolledCustomer }), {
    learns: { startedCustomer: 'input.customerId' },
  }),
  ask.getKycStatus(({ startedCustomer }) => ({ customerId: startedCustomer }), {
    awaits: { field: 'data.kyc_status', value: 'VERIFIED', over: ['REJECTED'] },
    learns: { verifiedCustomer: 'input.customerId' },
  }),
];

const LOAN_KOBO = 1_000_000;
const KYC_DOCUMENTS = ['BUSINESS_REG_DOCS', 'BANK_STATEMENTS'] as const;

/** From the application to an offer. */
const untilOffer = (journey: Journey): readonly Step[] => [
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

const declinedOffer: readonly Step[] = [
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

/** From the offer to the disbursement. */
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

const repayment: readonly Step[] = [
  ask.getActiveLoan(({ verifiedCustomer }) => ({ customer_id: verifiedCustomer }), { after: ['loanId'] }),
  ask.getRepaymentSchedule(({ loanId }) => ({ loanId })),
  ask.chargeRepayment(({ loanId, stamp }) => ({
    loanId,
    amount: 10_000,
    reference: `probe-${stamp}-repayment`,
  })),
];

const keptOffer: readonly Step[] = [...untilOffer('kept'), ...closing, ...repayment];

/** A second account of the merchant, so that no money goes to others. */
const beneficiary: readonly Step[] = [
  ask.createAccount(
    ({ stamp }) => ({
      account_type: 'static',
      third_party: false,
      account_name: `Contract probe ${stamp}`,
    }),
    { learns: { secondNumber: 'data.account.account_number' } },
  ),
  ask.resolveAccount(
    ({ secondNumber, bankCode }) => ({ account_number: secondNumber, bank_code: bankCode }),
    { learns: { secondName: 'data.account_name' } },
  ),
];

/** A small payout to the second account, and a flush from there to the first. */
const transfers: readonly Step[] = [
  ask.getAccount(({ accountNumber }) => ({ account_number: accountNumber }), {
    after: ['loanId'],
    learns: { sourceNumber: 'data.account.account_number' },
  }),
  ask.createPayout(
    ({ sourceNumber, bankCode, bankName, secondNumber, secondName, stamp }) => ({
      amount: PAYOUT_MINIMUM_KOBO,
      source: { account_number: sourceNumber },
      beneficiary: {
        bank_code: bankCode,
        bank_name: bankName,
        account_number: secondNumber,
        account_name: secondName,
      },
      reference: `probe-${stamp}-payout`,
      remark: `probe-${stamp}-payout contract probe`,
    }),
    { learns: { payoutReference: 'input.reference' } },
  ),
  ask.getPayoutStatus(({ payoutReference }) => ({ reference: payoutReference }), {
    awaits: { field: 'data.status', value: 'SUCCESS', over: ['FAILED', 'REVERSED'] },
    learns: { settledReference: 'input.reference' },
  }),
  ask.flushAccount(
    ({ secondNumber, accountNumber, bankCode, bankName, stamp }) => ({
      account_number: secondNumber,
      beneficiary: {
        bank_code: bankCode,
        bank_name: bankName,
        account_number: accountNumber,
        account_name: 'Test Borrower',
      },
      reference: `probe-${stamp}-flush`,
    }),
    { after: ['settledReference'] },
  ),
];

/** Traces of these movements. */
const traces: readonly Step[] = [
  ask.listTransactions(({ accountNumber }) => ({ account_number: accountNumber, page: 1, limit: 10 }), {
    learns: { transactionReference: 'data.transactions.0.uniqueRef' },
  }),
  ask.verifyTransaction(({ accountNumber, transactionReference }) => ({
    account_number: accountNumber,
    reference: transactionReference,
  })),
  ask.listWebhookEvents(() => ({ page: 1, limit: 10 }), { learns: { eventId: 'data.0.event_id' } }),
  ask.resendWebhookEvent(({ eventId }) => ({ event_id: eventId })),
];

/** Sets the webhook address that is set already, so that nothing changes for its receiver. */
const webhook: readonly Step[] = [
  ask.getWebhook(() => ({}), { learns: { webhookUrl: 'data.url' } }),
  ask.setWebhook(({ webhookUrl }) => ({ url: webhookUrl })),
];

const money: readonly Step[] = [...beneficiary, ...transfers, ...traces, ...webhook];

/** Every operation, ordered so that the state it needs exists. */
const plan: readonly Step[] = [...start, ...declinedOffer, ...keptOffer, ...money];

/** Operations that move money, which a remote bank is asked for only on request. */
export const moneyMoving: ReadonlySet<OperationName> = new Set([
  'createPayout',
  'flushAccount',
  'chargeRepayment',
]);

/** The part of the plan for some rows: a step on each, and the steps that provide their facts. */
export function leadingTo(rows: ReadonlySet<OperationName>): Step[] {
  const firsts = new Set([...rows].map((row) => plan.find((step) => step.row === row)));
  const wanted = new Set<Fact>();
  const chosen = plan.toReversed().filter((step) => {
    const isChosen = firsts.has(step) || givesOf(step).some((fact) => wanted.has(fact));
    if (isChosen) for (const fact of needsOf(step)) wanted.add(fact);
    return isChosen;
  });
  return chosen.toReversed();
}
