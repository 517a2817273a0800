/** The points that the interface document leaves open about payouts, amounts and statements. */
export const payoutDimensions = {
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
  stampDuty: {
    about: 'stamp duty on money that leaves',
    readings: {
      receiver: 'none: the receiver of a transfer pays it',
      'sender-own-line': 'paid by the sender: a line of its own with our reference',
      'sender-no-reference': 'paid by the sender: a line of its own without our reference',
      'sender-other-words': 'paid by the sender: a line of its own in other words',
      'sender-other-reference':
        'paid by the sender: a line that neither our reference nor that of the debit names',
      'sender-inside-amount': 'paid by the sender: inside the amount',
    },
  },
  returnedMoney: {
    about: 'the money of a payout that failed or was reversed',
    readings: {
      whole: 'comes back at once',
      'two-credits': 'comes back in two credits, an hour apart',
      'second-event': 'comes back once, and a second event under another reference says so again',
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
} as const;
