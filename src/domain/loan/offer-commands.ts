import { DECLINE_REASONS } from '../../bank/contract/codes';
import { ANSWERING, code, STAFF, STANDING, type CommandTable } from '../case/commands';

const ACCOUNT = {
  accountNumber: { kind: 'digits', min: 10, max: 10, personal: true, about: 'Account number' },
  bankCode: { kind: 'digits', min: 3, max: 6, about: 'Bank code' },
} as const;

/** What a person may do once there is an offer. */
export const offerCommands = {
  acceptOffer: {
    summary: 'Accept the offer',
    roles: ANSWERING,
    stages: ['OFFER', 'POST_OFFER_KYC'],
    answers: true,
    fields: {},
  },
  declineOffer: {
    summary: 'Decline the offer; this ends the application',
    roles: ANSWERING,
    stages: ['OFFER'],
    answers: true,
    fields: { reason: code('Why', DECLINE_REASONS) },
  },
  closeAsExpired: {
    summary: 'End the loan since its offer has expired, although the bank does not say so',
    roles: STAFF,
    stages: ['OFFER'],
    fields: {},
  },
  agreeToTerms: {
    summary: 'Agree to the terms of use',
    roles: ANSWERING,
    stages: ['TERMS', 'POST_OFFER_KYC'],
    answers: true,
    fields: {},
  },
  addGuarantor: {
    summary: 'Name a guarantor, who is then invited',
    roles: ANSWERING,
    stages: ['GUARANTOR', 'POST_OFFER_KYC'],
    answers: true,
    fields: {
      firstName: { kind: 'text', max: 80, personal: true, about: 'First name' },
      lastName: { kind: 'text', max: 80, personal: true, about: 'Last name' },
      phone: { kind: 'digits', min: 10, max: 15, personal: true, about: 'Phone number' },
      email: { kind: 'text', max: 200, personal: true, about: 'E-mail address' },
    },
  },
  setDisbursementAccount: {
    summary:
      "Set the account that the loan is paid into; its holder's name is compared with the borrower's first",
    roles: ANSWERING,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    fields: ACCOUNT,
  },
  confirmAccountHolder: {
    summary: "Pay the loan into an account whose holder's name is not the borrower's",
    roles: STAFF,
    stages: ['OFFER', 'TERMS', 'BOARD_RESOLUTION', 'GUARANTOR'],
    answers: true,
    fields: {
      endsWith: {
        kind: 'digits',
        min: 4,
        max: 4,
        about: 'Last digits of the account, as the case shows them: refuse if it is another by now',
      },
      reason: code('Why', ['ACCOUNT_OF_THE_BUSINESS', 'CHECKED_WITH_BORROWER', 'KNOWN_ALIAS', 'OTHER']),
    },
    subject: ACCOUNT,
  },
  skip: {
    summary: 'Go on without the step that was refused, where the loan can do without it',
    roles: ['supervisor'],
    stages: ['BOARD_RESOLUTION', 'GUARANTOR', 'POST_OFFER_KYC'],
    answers: true,
    fields: { reason: code('Why', ['NOT_REQUIRED', 'DONE_ELSEWHERE', 'OTHER']) },
    subject: STANDING,
  },
} as const satisfies CommandTable;
