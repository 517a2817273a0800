import { PAYOUT_MINIMUM_KOBO } from '../../bank/contract/codes';
import { ask, type Step } from './step';

/** A second account of the merchant, so that no money leaves the house. */
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

/** One small payout to the second account, and from there, as a flush, to the first. */
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

/** What the movements have left behind. */
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

/** An address that is set already is set again, so that nothing changes for the receiver there. */
const webhook: readonly Step[] = [
  ask.getWebhook(() => ({}), { learns: { webhookUrl: 'data.url' } }),
  ask.setWebhook(({ webhookUrl }) => ({ url: webhookUrl })),
];

export const money: readonly Step[] = [...beneficiary, ...transfers, ...traces, ...webhook];
