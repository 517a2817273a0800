import { ask, type Step } from './step';
import { person } from './sample';

const nothing = () => ({});

/** What needs no state, then a customer with an account, enrolled and verified. */
export const start: readonly Step[] = [
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
