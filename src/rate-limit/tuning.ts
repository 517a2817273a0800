/** A rate-limit policy: so many requests in a window of so many milliseconds. */
export interface RateLimitPolicy {
  readonly limit: number;
  readonly windowMs: number;
}

/** Interface, "Limits": the observed policy. The headers of replies correct it; without any it is what holds. */
export const OBSERVED_POLICY: RateLimitPolicy = { limit: 100, windowMs: 900_000 };

/** Every value that the limiter was tuned with; `test/rate-limit/simulation` shows what becomes of a change. */
export const tuning = {
  /** What can be known of a window from outside. Milliseconds. */
  window: {
    /** Headers carry whole seconds, rounded either way. */
    roundingMs: 1_000,
    /** A policy for longer than a day is not the one of the interface. */
    longestMs: 86_400_000,
    /** However far away the bank says that the end is, look again after this. */
    longestClosureMs: 3_600_000,
    /** How long a caller waits, on average, for replies under way before it asks again. */
    replyWaitMs: 400,
    /** A process that may not call the bank at the moment looks again after this. */
    notAllowedMs: 1_000,
    /** Callers that wait for the end of a window come back over this share of its length, not all at once. */
    spread: 1 / 200,
    /** After so many windows in a row that took one call alone, people are told. */
    starvedFrom: 2,
    /** Callers that wait for the other urgency's share look again after this share of a window at the latest. */
    longestGuess: 1 / 20,
  },
  /** How urgent and routine calls divide a window. Shares of its calls, or of its length. */
  reservation: {
    /** Calls that urgent work is expected to need when it needed fewer, or nothing is known yet. */
    leastExpected: 0.1,
    /** At this age nothing is reserved for urgent calls any more, so that the rest of the window is used. */
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
    /** Calls of one queue that are under way in one worker: more would only wait for their replies. */
    most: 50,
    /** A slot that found no task for so many milliseconds shows that none waits in the queue. */
    idleAfterMs: 500,
    /** No queue sleeps for more milliseconds than this without looking again. */
    longestSleepMs: 30_000,
  },
  /** How reads are spread over what a window can spare. */
  reads: {
    /** Real milliseconds between two calls of a window that cadences are made for: 900 s for 100 calls. */
    usualCallMs: 9_000,
    /** Below this back-off factor a call costs next to nothing. */
    unlimitedBelow: 0.01,
    /** However little there is to spare, a read is planned after this share of the window. */
    longestSpacing: 1 / 3,
    /** What each kind of read gets of what can be spared, while both want some: money first. */
    share: { money: 2 / 3, rest: 1 / 3 },
    /** Reads that may follow each other without a distance after a pause; least of all, and as a share of the spare calls. */
    leastTokens: 4,
    /** Reads about money come steadily, and what they use up early they lack late. */
    tokensOfSpare: { money: 0, rest: 1 / 8 },
    /** When nothing can be spared, look again after this share of a window: the reserve decays. */
    nothingSpared: 1 / 20,
    /** Meanwhile a token becomes ready in this share of a window, for the beginning of the next one. */
    unsparedSpacing: 1 / 3,
    /** A kind that read within this share of a window still wants some. */
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
    /** However long a window is, the bank is tried after so many milliseconds. */
    longestPauseMs: 30_000,
    /** However short a window is, the bank is left alone for so many milliseconds. */
    shortestPauseMs: 100,
    /** The first pause, as a share of the longest one; each is twice the one before. */
    firstPause: 1 / 30,
    /** A caller whose attempt failed comes back by this factor later than the next one is due: another may try. */
    afterOwnFailure: 1.03,
    /** Callers that were not let through come back within this part of a pause after the next attempt is due. */
    spread: 1 / 12,
    /** However many wait, they come back so many milliseconds apart: each attempt is work for Temporal, and nothing comes of it. */
    turnMs: 200,
  },
  /** Milliseconds between two updates of the gauges. */
  metricsEveryMs: 5_000,
} as const;
