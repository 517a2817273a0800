/** A rate-limit policy: `limit` requests per window of `windowMs`. */
export interface RateLimitPolicy {
  readonly limit: number;
  readonly windowMs: number;
}

/** Interface, "Limits": the observed policy, in force until the headers of replies correct it. */
export const OBSERVED_POLICY: RateLimitPolicy = { limit: 100, windowMs: 900_000 };

/** Every value that the limiter was tuned with; `test/rate-limit/simulation` shows the effect of a change. */
export const tuning = {
  /** Limits of our knowledge of a window. Milliseconds. */
  window: {
    /** Headers carry whole seconds, rounded either way. */
    roundingMs: 1_000,
    /** A policy for longer than a day is not the one of the interface. */
    longestMs: 86_400_000,
    /** Longest closure, however far away the bank says that the end is. */
    longestClosureMs: 3_600_000,
    /** How long a caller waits, on average, for replies under way before it asks again. */
    replyWaitMs: 400,
    /** A process that may not call the bank now looks again after this. */
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
  /** How reads are spread over what a window can spare. */
  reads: {
    /** Real milliseconds per call of the window that cadences are made for: 900 s for 100 calls. */
    usualCallMs: 9_000,
    /** Below this back-off factor a call costs next to nothing. */
    unlimitedBelow: 0.01,
    /** A read is planned after this share of the window at the latest, however few calls are spare. */
    longestSpacing: 1 / 3,
    /** The share of each kind of read in the spare calls, while both want some: money first. */
    share: { money: 2 / 3, rest: 1 / 3 },
    /** Reads that may follow each other directly after a pause: the minimum, and a share of spare calls. */
    leastTokens: 4,
    /** Reads about money come steadily: calls they use early are missing late. */
    tokensOfSpare: { money: 0, rest: 1 / 8 },
    /** Without spare calls, look again after this share of a window: the reserve decays. */
    nothingSpared: 1 / 20,
    /** Meanwhile a token becomes ready in this share of a window, for the beginning of the next one. */
    unsparedSpacing: 1 / 3,
    /** A kind that read within this share of a window still counts as wanting reads. */
    wantedWithin: 1 / 16,
    /** Reads for speed leave this share of a window's calls, for a burst that comes unexpected. */
    leftForBurst: 0.8,
  },
  /** How a bank that is down is tried again. */
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
    /** Refused callers return this many milliseconds apart: an attempt is work for Temporal, to no effect. */
    turnMs: 200,
  },
  /** Milliseconds between two updates of the gauges. */
  metricsEveryMs: 5_000,
} as const;
