import { z } from 'zod';
import { PAYOUT_MINIMUM_KOBO } from './limits';
import { amount, kobo, requiredText, textAsGiven } from './fields';
import { operation } from './operation';
import { refusals } from './refusals';

const beneficiary = z.object({
  bank_code: requiredText('beneficiary.bank_code'),
  bank_name: requiredText('beneficiary.bank_name'),
  account_number: requiredText('beneficiary.account_number'),
  // Exactly as the resolve operation returned it, which the interface demands.
  account_name: textAsGiven('beneficiary.account_name'),
});

/** Longest reference the bank takes for a payout or a flush, in characters. */
export const PAYOUT_REFERENCE_MAX = 30;

const reference = requiredText('reference').max(PAYOUT_REFERENCE_MAX, {
  error: `reference must be at most ${PAYOUT_REFERENCE_MAX} characters`,
});

const payoutResult = z.object({
  amount,
  // The bank may not know these before it settles the payout, or leave them out; nothing depends on them.
  total: amount.nullish(),
  fee: amount.nullish(),
  reference: z.string().nullish(),
  beneficiary: z.object({
    bank_code: z.string(),
    bank_name: z.string(),
    account_number: z.string(),
    account_name: z.string(),
  }),
});

const moneyRefusals = [
  refusals.duplicateReference,
  refusals.insufficientBalance,
  refusals.accountLocked,
  refusals.transferLimitExceeded,
  refusals.bankRefused,
  refusals.accountNotFound,
] as const;

/** Interface: "Payouts" and "flush account". Amounts are kobo; payouts and flushes share one space of references. */
export const payouts = {
  createPayout: operation('POST /v1/payouts', 'specified', 'once', {
    summary: 'Send money from an account to a bank account',
    body: z.object({
      amount: kobo('amount', PAYOUT_MINIMUM_KOBO),
      source: z.object({ account_number: requiredText('source.account_number') }),
      beneficiary,
      reference,
      meta_data: z.record(z.string(), z.unknown()).optional(),
      remark: requiredText('remark'),
    }),
    success: { status: 200, message: 'payout was initiated successfully' },
    echoes: { reference: 'reference' },
    data: payoutResult,
    refusals: moneyRefusals,
  }),
  getPayoutStatus: operation('GET /v1/payouts/status/{reference}', 'specified', 'none', {
    summary: 'Fetch the status of a payout or flush by its reference',
    success: { status: 200, message: 'payout fetched successfully' },
    echoes: { reference: 'reference' },
    // Some banks answer null for an unknown payout.
    data: z
      .object({
        status: z.string().nullish().describe('none while the payout is under way'),
        message: z.string().nullish(),
        amount,
        total: amount.nullish(),
        fee: amount.nullish(),
        reference: z.string().nullish(),
        uniqueRef: z.string().nullish(),
        beneficiary: z.object({
          bankCode: z.string(),
          accountNumber: z.string(),
          accountName: z.string(),
          bankName: z.string(),
        }),
      })
      .nullable(),
    refusals: [refusals.payoutNotFound],
  }),
  flushAccount: operation('POST /v1/accounts/{account_number}/flush', 'specified', 'once', {
    summary: 'Move the whole available balance of an account to a bank account',
    body: z.object({ beneficiary, reference }),
    success: { status: 201, message: 'payout was initiated successfully' },
    echoes: { reference: 'reference' },
    data: payoutResult.extend({ payment_reference: z.string() }),
    refusals: moneyRefusals,
  }),
};
