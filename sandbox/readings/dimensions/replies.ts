/** The points that the interface document leaves open about lists, records, limits, events and replies. */
export const replyDimensions = {
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
  dates: {
    about: "how an offer's end and a due date are written",
    readings: {
      documented: 'an instant and a date',
      utc: 'both as instants, UTC with Z',
      offset: 'both as instants with an offset',
      'no-zone': 'both as instants without a zone, Lagos time',
      'date-only': 'both as dates',
      empty: 'both empty',
      'turned-round': 'day and month turned round',
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
} as const;
