import { refusals } from '../../src/bank/contract/refusals';
import { accountNumbered } from '../money/accounts';
import { sendersDuty } from '../money/fees';
import { submitPayout, isVisible } from '../money/payouts';
import type { PayoutRecord } from '../bank-state';
import { refuse } from '../readings/refusals';
import type { Handlers } from './handler';

export const payoutHandlers = {
  createPayout({ amount, source, beneficiary, reference, remark }, { state, mayRepeatReference }) {
    const order = { reference, remark, beneficiary, amountKobo: amount, source: source.account_number };
    return resultOf(submitPayout(state, { kind: 'payout', ...order }, mayRepeatReference));
  },

  getPayoutStatus({ reference }, { state, asOf }) {
    const payout = state.payouts.get(reference, asOf);
    if (!payout || !isVisible(state, payout, asOf)) return refuse(refusals.payoutNotFound, 'reference');
    const { beneficiary, status, message, uniqueRef } = payout;
    return {
      ...amountsOf(payout),
      status,
      message,
      reference,
      uniqueRef,
      beneficiary: {
        bankCode: beneficiary.bank_code,
        bankName: beneficiary.bank_name,
        accountNumber: beneficiary.account_number,
        accountName: beneficiary.account_name,
      },
    };
  },

  /** Moves the whole balance, less the fee and the sender's duty. */
  flushAccount({ account_number, beneficiary, reference }, { state, mayRepeatReference }) {
    accountNumbered(state, account_number);
    const lessFee = state.ledger.balanceOf(account_number) - state.settings.payoutFeeKobo;
    const order = {
      reference,
      beneficiary,
      amountKobo: lessFee,
      source: account_number,
      remark: `Flush ${reference}`,
    };
    const amountKobo = lessFee - sendersDuty(state, order);
    const payout = submitPayout(state, { kind: 'flush', ...order, amountKobo }, mayRepeatReference);
    return { ...resultOf(payout), payment_reference: payout.paymentReference };
  },
} satisfies Partial<Handlers>;

const resultOf = (payout: PayoutRecord) => ({
  ...amountsOf(payout),
  reference: payout.reference,
  beneficiary: payout.beneficiary,
});

const amountsOf = ({ amountKobo, feeKobo }: PayoutRecord) => ({
  amount: amountKobo,
  total: amountKobo + feeKobo,
  fee: feeKobo,
});
