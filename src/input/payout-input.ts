import { z } from 'zod';
import type { PayoutPolicy } from '../domain/payout-policy';
import { isTellable, REMARK_MAX } from '../domain/remarks';
import { contract } from '../service/contract';
import { PAYOUT_REFERENCE_MAX } from '../service/contract/payouts';
import { clock, reference, type WithClock } from './fields';

const body = contract.createPayout.body.shape;

/** The file of one payout. The reference is fixed here and never changes. */
export const payoutInput = z.strictObject({
  reference: reference('reference', PAYOUT_REFERENCE_MAX)
    .refine(isTellable, { error: 'reference must not be a word that the service begins descriptions with' })
    .describe('Your own id of the payout'),
  createdBy: reference('createdBy')
    .optional()
    .describe('Who made it: an opaque user id, never personal data; needed where somebody must approve'),
  amountKobo: body.amount.describe('Amount in kobo, at least 20000'),
  source: z.strictObject({ accountNumber: body.source.shape.account_number }),
  beneficiary: z.strictObject({
    bankCode: body.beneficiary.shape.bank_code,
    bankName: body.beneficiary.shape.bank_name,
    accountNumber: body.beneficiary.shape.account_number.regex(/^\d{10}$/, {
      error: 'beneficiary.accountNumber must be exactly 10 digits',
    }),
    accountName: body.beneficiary.shape.account_name.describe('The name you expect the account to have'),
  }),
  remark: body.remark
    .max(REMARK_MAX, { error: `remark must be at most ${REMARK_MAX} characters` })
    .describe('A note that the beneficiary may see, after the reference; what is too long is cut'),
  policy: z
    .strictObject({
      nameMatch: z
        .enum(['match', 'close'])
        .optional()
        .describe(
          'How well the resolved name must fit before nobody is asked; never less than the worker asks for',
        ),
    })
    .prefault({}),
  clock: clock.optional(),
});

/** A payout's input as the workflow receives it once it is parsed. */
export type PayoutInput = Omit<WithClock<z.output<typeof payoutInput>>, 'policy'> & {
  /** The worker's policy; whoever starts a payout can only ask for more care. */
  readonly policy: PayoutPolicy;
  /** The name in which the account is held, where the worker has resolved it lately. */
  readonly knownName?: string;
};
/** A payout's input as a person or a program writes it. */
export type PayoutFile = z.input<typeof payoutInput>;
