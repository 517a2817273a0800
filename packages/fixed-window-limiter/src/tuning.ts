/** Every value that the limiter was tuned with; `test/simulation` shows the effect of a change. */
export const tuning = {
  /** Limits of our knowledge of a window. Milliseconds. */
  window: {
    /** Headers carry whole seconds, rounded either way. */
    roundingMs: 1_000,
    /** Longest window, in milliseconds, that a reply may name. */
    longestMs: 86_400_000,
    /** Longest closure, however far away the server says that the end is. */
    longestClosureMs: 3_600_000,
    /** How long a caller waits, on average, for replies under way before it asks again. */
    replyWaitMs: 400,
    /** A process that may not call the server now looks again after this. */
    notAllowedMs: 1_000,
    /** Callers that wait for a window's end return spread over this share of its length. */
    spread: 1 / 200,
    /** After this many windows in a row with only one call, people are told. */
    starvedFrom: 2,
    /** Callers that wait for the other urgency's share look again after this share of a window at the latest. */
    longestGuess: 1 / 20,
  },
  /** How urgent and routine calls divide a window. Shares of its calls, or of its length. */
  reservation: {
    /** The least that urgent work is expected to need, also when nothing is known yet. */
    leastExpected: 0.1,
    /** From this age on nothing is reserved for urgent calls, so that the rest of the window is used. */
    releasedAt: 0.95,
    /** Calls that routine work always gets. */
    minimumShare: 0.05,
    /** Until this age urgent calls leave the minimum share alone; later it goes to the first that asks. */
    minimumShareKeptUntil: 0.1,
    /** A window of fewer calls than this is too small to keep one of them for routine work. */
    smallestSharedLimit: 5,
  },
  /** How many tasks a worker takes from its queues. */
  slots: {
    /** Concurrent calls of one queue in one worker: more would only wait for their replies. */
    most: 50,
    /** A slot without a task for this many milliseconds shows that none waits in the queue. */
    idleAfterMs: 500,
    /** Longest time, in milliseconds, that a queue sleeps before it looks again. */
    longestSleepMs: 30_000,
  },
  /** How a server that is down is tried again. */
  breaker: {
    /** This many failures in a row count as an outage; a single lost reply does not. */
    failuresToOpen: 5,
    /** The longest pause between two attempts, as a share of a window: 30 attempts of its 100 calls. */
    longestPause: 1 / 30,
    /** Longest pause in milliseconds, however long a window is. */
    longestPauseMs: 30_000,
    /** Shortest pause in milliseconds, however short a window is. */
    shortestPauseMs: 100,
    /** The first pause, as a share of the longest one; each is twice the one before. */
    firstPause: 1 / 30,
    /** A caller whose attempt failed waits this factor longer than the next pause: another may try first. */
    afterOwnFailure: 1.03,
    /** Refused callers return within this fraction of a pause after the next attempt is due. */
    spread: 1 / 12,
    /** Refused callers return this many milliseconds apart: each attempt is work for them, to no effect. */
    turnMs: 200,
  },
} as const;
