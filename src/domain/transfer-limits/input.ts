import { z } from 'zod';
import type { PayoutPolicy } from '../payout/policy';
import { contract } from '../../bank/contract';
import { clock, reference, type WithClock } from '../../input/fields';

const body = contract.updateTransferLimits.body.shape;

/** The file of a change of an account's transfer limits. The bank takes them in whole naira. */
export const limitsInput = z
  .strictObject({
    reference: reference('reference').describe('Your own id of this change'),
    createdBy: reference('createdBy')
      .optional()
      .describe('Who made it; needed where another person must approve'),
    accountNumber: contract.updateTransferLimits.params.shape.account_number,
    perTransactionNaira: body.per_transaction_limit.describe('Most that one transfer may move, in naira'),
    dailyNaira: body.daily_transfer_limit.describe('Most that a day may move, in naira'),
    clock: clock.optional(),
  })
  .refine(({ perTransactionNaira, dailyNaira }) => (perTransactionNaira ?? dailyNaira) !== undefined, {
    error: 'perTransactionNaira or dailyNaira is required',
  })
  .refine(({ perTransactionNaira = 0, dailyNaira = Infinity }) => dailyNaira >= perTransactionNaira, {
    error: 'dailyNaira must not be less than perTransactionNaira',
  });

/** A change of limits as the workflow receives it once it is parsed. */
export type LimitsInput = WithClock<z.output<typeof limitsInput>> & { readonly policy: PayoutPolicy };
/** A change of limits as a person or a program writes it. */
export type LimitsFile = z.input<typeof limitsInput>;
