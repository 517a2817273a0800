/** The points that the interface document leaves open about loans, from KYC to the last repayment. */
export const lendingDimensions = {
  repeatedStep: {
    about: 'a second account, enrolment, KYC, statement, decision, acceptance, agreement or resolution',
    readings: {
      harmless: 'repeats harmlessly',
      'bad-request': 'refused with 400 and other words',
      unprocessable: 'refused with 422 and other words',
    },
  },
  kycWords: {
    about: 'the words of KYC',
    readings: {
      documented: 'VERIFIED, REJECTED, PENDING',
      'lower-case': 'the same in lower case',
      synonyms: 'APPROVED, FAILED, IN_REVIEW',
      expires: 'as documented, and EXPIRED instead of REJECTED',
    },
  },
  usedApplication: {
    about: 'an application with a used reference',
    readings: { first: 'returns the first', 'bad-request': '400', another: 'creates another' },
  },
  applicationTerms: {
    about: 'what an application returns',
    readings: {
      'as-asked': 'what was asked',
      'capped-amount': 'a smaller amount',
      'capped-period': 'a shorter period',
    },
  },
  notRegistered: {
    about: 'an application or a loan that the lending engine does not know yet',
    readings: {
      'documented-words': '422 with the documented words',
      'bad-request': '400 with other words',
      'not-found': '404 with other words',
      hours: '422, for hours',
      never: '422, and it never ends',
    },
  },
  decisioning: {
    about: 'who starts the decision',
    readings: {
      asked: 'waits for startDecisioning',
      'by-itself': 'decides by itself, then refuses startDecisioning',
    },
  },
  offerExpiry: {
    about: 'an offer that has expired',
    readings: {
      marked: 'marked as expired',
      unmarked: 'not marked; the acceptance is refused',
      'no-expiry': 'no instant of expiry is given at all',
    },
  },
  postOfferGates: {
    about: 'what stands before the post-offer KYC',
    readings: {
      'documented-words': 'the documented sentences in their order',
      'other-words': 'other sentences in the same order',
      'other-order': 'the documented sentences in another order',
    },
  },
  failedReview: {
    about: 'the failed review of a document',
    readings: { 'status-word': 'a status word', 'next-step-refused': 'only the next step is refused' },
  },
  charge: {
    about: 'a charge of a repayment',
    readings: {
      'taken-at-once': 'taken at once',
      'pending-success': 'PENDING, later taken',
      'pending-failed': 'PENDING, later FAILED',
      'partly-taken': 'first taken in part; the rest when it is charged again',
      'always-partly': 'never more than half of it taken',
      'nothing-due': 'refused before the due date',
    },
  },
  chargeSettlement: {
    about: 'when a charge settles',
    readings: {
      'at-once': 'at once, or after minutes where it is pending',
      'after-30-hours': 'PENDING, taken 30 hours later',
      'after-next': 'PENDING, taken when the next charge of the loan is asked for',
    },
  },
  usedCharge: {
    about: 'a charge with a used reference',
    readings: { first: 'returns the first', 'bad-request': '400', again: 'charges again' },
  },
  schedule: {
    about: 'the schedule of a loan',
    readings: {
      documented: 'PAID and what was paid',
      'other-words': 'paid and SETTLED',
      'amounts-only': 'amounts without a status',
      'zero-instalments': 'with an instalment of zero',
      'fractional-kobo': 'amounts with fractions of a kobo',
      'gone-when-paid': 'gone after the last payment',
    },
  },
  scheduleContent: {
    about: 'which instalments the schedule has',
    readings: {
      all: 'all of them',
      'unpaid-alone': 'those that are not fully paid',
      inserted: 'all, and later one more: an instalment is split in two',
      moved: 'all, and later one of them is due on another day',
      behind: 'all, as they were a minute ago',
    },
  },
  loanAfterPayoff: {
    about: 'the active loan after the last payment',
    readings: {
      'latest-closed': 'the latest closed one',
      'bad-request': '400',
      'not-found': '404',
      'empty-data': '200 with `data: null`',
    },
  },
  guarantorAnswer: {
    about: 'how a guarantor who has answered is told',
    readings: {
      'submitted-at': '`submittedAt`',
      'status-word': 'a status word',
      several: '`submittedAt`, and another guarantor has answered earlier',
    },
  },
  statementInput: {
    about: 'what a statement of another bank needs',
    readings: {
      'sort-code': 'the sort code',
      'account-and-phone': 'account number and phone; refused with a field error otherwise',
    },
  },
} as const;
