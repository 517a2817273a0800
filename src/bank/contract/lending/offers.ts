import { z } from 'zod';
import { DECLINE_REASONS } from '../codes';
import {
  amount,
  bankCode,
  digits,
  id,
  nothing,
  oneOf,
  optionalDay,
  optionalInstant,
  requiredText,
} from '../fields';
import { operation } from '../operation';
import { refusals } from '../refusals';

const guarantor = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  inviteSentAt: optionalInstant,
  // Its presence says that the guarantor has answered, whatever its format.
  submittedAt: z.string().trim().nullish(),
  status: z.string().nullish(),
});

const onApplication = [refusals.applicationNotFound, refusals.applicationNotRegistered];
const onOffer = [...onApplication, refusals.offerNotReady];

/** Interface: "Loans" (accept offer); everything else from the supplement. */
export const loanOffers = {
  getOffer: operation('GET /v1/loans/{applicationId}/offer', 'inferred', 'none', {
    summary: 'Fetch the offer made on an application',
    success: { status: 200, message: 'Loan offer fetched' },
    isLong: true,
    data: z.object({
      id: z.string(),
      offerAmount: amount,
      tenure: z.number(),
      interestRate: z.number(),
      repaymentSchedule: z.array(
        z.object({ dueDate: optionalDay, principalDue: amount, interestDue: amount, totalDue: amount }),
      ),
      offerStatus: z.string(),
      expiresAt: optionalInstant,
    }),
    refusals: onOffer,
  }),
  acceptOffer: operation('POST /v1/loans/{applicationId}/offer/accept', 'specified', 'idempotent', {
    summary: 'Accept the offer',
    success: { status: 200, message: 'Offer accepted' },
    data: nothing,
    refusals: [...onOffer, refusals.offerExpired, refusals.offerNotOpen],
  }),
  declineOffer: operation('POST /v1/loans/{applicationId}/offer/decline', 'inferred', 'idempotent', {
    summary: 'Decline the offer, with a reason; final',
    body: z.object({ decline_reason: oneOf('decline_reason', DECLINE_REASONS) }),
    success: { status: 200, message: 'Offer declined' },
    data: nothing,
    refusals: [...onOffer, refusals.offerExpired, refusals.offerNotOpen],
  }),
  setDisbursementAccount: operation(
    'POST /v1/loans/{applicationId}/disbursement-account',
    'inferred',
    'idempotent',
    {
      summary: 'Set the account that the loan is paid into; the last one set wins',
      body: z.object({ account_number: digits('account_number', 10), bank_code: bankCode }),
      success: { status: 200, message: 'Disbursement account set' },
      data: z.unknown(),
      refusals: [...onApplication, refusals.disbursementAccountClosed],
    },
  ),
  agreeToTerms: operation('POST /v1/loans/{applicationId}/terms/agree', 'inferred', 'idempotent', {
    summary: 'Agree to the terms of use',
    success: { status: 200, message: 'Terms accepted' },
    data: nothing,
    refusals: onApplication,
  }),
  submitBoardResolution: operation(
    'POST /v1/loans/{applicationId}/board-resolution',
    'inferred',
    'idempotent',
    {
      summary: 'Hand in the board resolution by the address of its upload; it is then reviewed',
      body: z.object({
        board_resolution_url: z.url({
          error: (issue) =>
            issue.input === undefined || issue.input === ''
              ? 'board_resolution_url is required'
              : 'board_resolution_url must be a valid URL',
        }),
      }),
      success: { status: 200, message: 'Board resolution submitted' },
      data: nothing,
      refusals: [...onApplication, refusals.boardResolutionBeforeOffer, refusals.documentNotFound],
    },
  ),
  inviteGuarantor: operation('POST /v1/loans/{applicationId}/guarantor', 'inferred', 'once', {
    summary: 'Invite a guarantor',
    body: z.object({
      first_name: requiredText('first_name'),
      last_name: requiredText('last_name'),
      phone: requiredText('phone'),
      email: z.email('email must be an e-mail address'),
    }),
    success: { status: 201, message: 'Guarantor invited' },
    data: guarantor,
    refusals: onApplication,
  }),
  listGuarantors: operation('GET /v1/loans/{applicationId}/guarantor', 'inferred', 'none', {
    summary: 'List the guarantors of an application',
    success: { status: 200, message: 'Guarantors fetched' },
    isLong: true,
    data: z.array(guarantor),
    refusals: onApplication,
  }),
  submitPostOfferKyc: operation('POST /v1/loans/{applicationId}/post-offer-kyc', 'inferred', 'idempotent', {
    summary: 'Complete the steps after the offer; the provider then disburses',
    success: { status: 200, message: 'Post-offer KYC saved' },
    data: nothing,
    refusals: [
      ...onApplication,
      refusals.gateTerms,
      refusals.gateOffer,
      refusals.gateBoardResolution,
      refusals.gateBoardResolutionReview,
      refusals.gateGuarantor,
    ],
  }),
};
