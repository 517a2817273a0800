/** One thing that the interface document leaves open. */
interface Dimension {
  readonly about: string;
  /** What a service may mean by it, by name. The first is the usual one. */
  readonly readings: Readonly<Record<string, string>>;
}

/** Every thing that the interface document leaves open, with what a service may mean by it. */
export const dimensions = {
  unknownPayout: {
    about: 'the status of an unknown payout reference',
    readings: {
      'not-found': '404',
      'bad-request': '400',
      unprocessable: '422',
      'empty-data': '200 with `data: null`',
    },
  },
  duplicatePayout: {
    about: 'a payout reference that was used before',
    readings: {
      'duplicate-reference': '400 with "duplicate reference"',
      conflict: '409 with other words',
      original: '200 with the original payout',
      'invisible-original': '400, while the original stays invisible for minutes',
    },
  },
  resentPayout: {
    about: 'a payout sent again after the first took the money',
    readings: {
      'as-duplicate': 'as any used reference',
      'insufficient-balance': '402: the balance is checked before the reference',
    },
  },
  beneficiaryShown: {
    about: "how a payout's status names the beneficiary",
    readings: {
      'as-sent': 'as it was sent',
      'other-bank-code': 'with the code of another code system (six digits instead of three)',
      'as-registered': 'upper case, trimmed, middle names added',
    },
  },
  payoutWords: {
    about: "the words of a payout's status",
    readings: {
      documented: 'SUCCESS, FAILED, REVERSED, PENDING',
      'lower-case': 'the same in lower case',
      synonyms: 'SUCCESSFUL and COMPLETED, FAILED, REVERSED, PROCESSING and QUEUED',
      null: 'null while it is under way',
    },
  },
  payoutReversal: {
    about: 'the reversal of a paid payout',
    readings: {
      'status-changes': 'the status becomes REVERSED',
      'credit-only': 'the status stays, a credit appears',
      'failed-later': 'FAILED after SUCCESS',
    },
  },
  pageSize: {
    about: 'how many rows a page holds',
    readings: {
      'as-asked': 'as asked, at most 100',
      'at-most-50': 'at most 50, silently',
      'at-most-20': 'at most 20, silently',
      'limit-ignored': 'always the usual number',
    },
  },
  listOrder: {
    about: 'the order of lists',
    readings: { 'newest-first': 'newest first', 'oldest-first': 'oldest first' },
  },
  listTotals: {
    about: 'the total beside a page',
    readings: { given: 'given', absent: 'no total and no number of pages' },
  },
  listFilters: {
    about: 'the filters of lists (BVN, customer, reference, status)',
    readings: {
      honoured: 'honoured, case aside',
      ignored: 'ignored',
      'exact-case': 'honoured in exact case only',
    },
  },
  secondCustomer: {
    about: 'a second customer with the same BVN',
    readings: {
      another: 'another one is created',
      conflict: '409',
      'bad-request': '400',
      first: '200 with the first',
    },
  },
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
      'partly-taken': 'partly taken',
      'nothing-due': 'refused before the due date',
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
  loanAfterPayoff: {
    about: 'the active loan after the last payment',
    readings: {
      'latest-closed': 'the latest closed one',
      'bad-request': '400',
      'not-found': '404',
      'empty-data': '200 with `data: null`',
    },
  },
  units: {
    about: 'the unit of balances, transactions and events',
    readings: { documented: 'as documented', swapped: 'naira where kobo is documented, and the reverse' },
  },
  fees: {
    about: 'fees and duty on a statement',
    readings: {
      'own-line': 'a line of its own, reference with _CHARGE',
      'other-words': 'a line of its own with other words',
      'inside-amount': 'inside the amount',
      'next-day': 'a line of its own on the next day',
    },
  },
  rateLimitHeaders: {
    about: 'the headers of the rate limit',
    readings: {
      separate: 'separate ones',
      combined: 'one combined `RateLimit`',
      none: 'none',
      'retry-date': '`Retry-After` as a date',
      'per-address': 'counted per address instead of per key',
    },
  },
  webhookSignature: {
    about: 'the signature of an event',
    readings: {
      hex: 'hexadecimal',
      base64: 'base64',
      'other-header': 'in another header',
      unsigned: 'none',
    },
  },
  webhookContent: {
    about: 'what an event carries',
    readings: {
      documented: 'as documented',
      'no-remark': 'no remark',
      'numbers-as-text': 'numbers as text',
      'unknown-names': 'other names of events',
    },
  },
  instants: {
    about: 'how an instant is written',
    readings: {
      utc: 'UTC with Z',
      offset: 'with an offset',
      'no-zone': 'without a zone, Lagos time',
      'date-only': 'the date alone',
    },
  },
  errorBody: {
    about: 'the body of a refusal',
    readings: {
      documented: 'message and errors',
      'errors-only': 'errors alone',
      nested: 'nested under `error`',
      'plain-text': 'plain text',
      echoing: 'a message that repeats what was sent',
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
  unreachableBank: {
    about: 'a bank that cannot be reached',
    readings: {
      'documented-words': 'the documented texts',
      'other-words': 'other words with 402',
      unavailable: '503 with other words',
      'accepted-then-failed': 'accepted, then FAILED',
    },
  },
  statementInput: {
    about: 'what a statement of another bank needs',
    readings: {
      'sort-code': 'the sort code',
      'account-and-phone': 'account number and phone; refused with a field error otherwise',
    },
  },
  unreadableReply: {
    about: 'a reply that cannot be read (200 with HTML)',
    readings: {
      never: 'never',
      once: 'the first reply of every read',
      minutes: 'every read for some minutes',
      always: 'one operation always',
    },
  },
  burstLimit: {
    about: 'a second limit before the window',
    readings: {
      none: 'none',
      gateway: 'a gateway that takes ten calls in ten seconds, with a Retry-After of its own',
    },
  },
} as const satisfies Readonly<Record<string, Dimension>>;

export type DimensionName = keyof typeof dimensions;
export type ReadingName<D extends DimensionName> = D extends DimensionName
  ? keyof (typeof dimensions)[D]['readings'] & string
  : never;

export const dimensionNames = Object.keys(dimensions) as DimensionName[];

/** The names of the readings of a dimension; the usual one first. */
export const readingsOf = <D extends DimensionName>(dimension: D): ReadingName<D>[] =>
  Object.keys(dimensions[dimension].readings) as ReadingName<D>[];
