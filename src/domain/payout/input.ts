import { z } from 'zod';
import type { PayoutPolicy } from './policy';
import { EXEMPT_PURPOSES } from '../money/duty';
import { isTellable, REMARK_MAX } from '../money/remarks';
import { contract } from '../../bank/contract';
import { PAYOUT_REFERENCE_MAX } from '../../bank/contract/payouts';
import { branch, clock, reference, type WithClock } from '../../input/fields';

const body = contract.createPayout.body.shape;

/** Most entries of a payout's meta data. */
const META_DATA_MAX = 20;

/** The file of one payout. The reference is fixed here and never changes. */
export const payoutInput = z.strictObject({
  reference: reference('reference', PAYOUT_REFERENCE_MAX)
    .refine(isTellable, { error: 'reference must not be a word that the bank begins descriptions with' })
    .describe('Your own id of the payout'),
  createdBy: reference('createdBy')
    .optional()
    .describe(
      'Who made it: an opaque user id, never personal data; needed where another person must approve',
    ),
  branch,
  amountKobo: body.amount.describe('Amount in kobo, at least 20000'),
  source: z.strictObject({
    accountNumber: body.source.shape.account_number.regex(/^\d{10}$/, {
      error: 'source.accountNumber must be exactly 10 digits',
    }),
  }),
  beneficiary: z.strictObject({
    bankCode: body.beneficiary.shape.bank_code.regex(/^\d{3,}$/, {
      error: 'beneficiary.bankCode must be at least 3 digits',
    }),
    bankName: body.beneficiary.shape.bank_name,
    accountNumber: body.beneficiary.shape.account_number.regex(/^\d{10}$/, {
      error: 'beneficiary.accountNumber must be exactly 10 digits',
    }),
    accountName: body.beneficiary.shape.account_name
      .trim()
      .describe('The name you expect the account to have'),
  }),
  remark: body.remark
    .max(REMARK_MAX, { error: `remark must be at most ${REMARK_MAX} characters` })
    .describe('A note that the beneficiary may see, after the reference; what is too long is cut'),
  metaData: z
    .record(z.string().min(1).max(50), z.union([z.string().max(200), z.number(), z.boolean()]))
    .refine((data) => Object.keys(data).length <= META_DATA_MAX, {
      error: `metaData may have at most ${META_DATA_MAX} entries`,
    })
    .optional()
    .describe('Data of yours that the bank keeps with the payout; never personal data'),
  purpose: z
    .enum(EXEMPT_PURPOSES, { error: `purpose must be ${EXEMPT_PURPOSES.join(' or ')}, or left out` })
    .optional()
    .describe(
      'Where it costs no stamp duty: SALARY, or OWN_ACCOUNT for another account of yours at the same bank. The bank is not told: it goes by the remark',
    ),
  policy: z
    .strictObject({
      nameMatch: z
        .enum(['match', 'close'])
        .optional()
        .describe(
          'How well the name on the account must fit, or else an operator is asked; never less than the worker asks for',
        ),
    })
    .prefault({}),
  clock: clock.optional(),
});

/** A payout's input as the workflow receives it once it is parsed. */
export type PayoutInput = Omit<WithClock<z.output<typeof payoutInput>>, 'policy'> & {
  /** The worker's policy; the caller can only make it stricter. */
  readonly policy: PayoutPolicy;
  /** The name in which the account is held, if the worker resolved it recently. */
  readonly nameOnAccount?: string;
};
/** A payout's input as a person or a program writes it. */
export type PayoutFile = z.input<typeof payoutInput>;

/** The file of a flush, which pays out all that an account holds, so that the bank decides the amount. */
export const flushInput = payoutInput.omit({ amountKobo: true, remark: true, metaData: true });

/** A flush as a person or a program writes it. */
export type FlushFile = z.input<typeof flushInput>;
