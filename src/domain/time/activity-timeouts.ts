/** Longest time one attempt of a call may take, in seconds: past it, a killed worker's call is taken as unanswered. */
export const CALL_TIMEOUT_SECONDS = 30;

/**
 * Longest time of an attempt at a write that must not happen twice: it asks within the call's time whether it still
 * counts, and has the call's time from then on.
 */
export const ONCE_TIMEOUT_SECONDS = 2 * CALL_TIMEOUT_SECONDS;

/** The same for an upload of up to 10 MB. */
export const UPLOAD_TIMEOUT_SECONDS = 120;

/** Business seconds to let pass before a read may prove that an unanswered write left no trace. */
export const GRACE_SECONDS = 60;

/** How many reads in a row must find nothing before a write counts as absent. */
export const READS_TO_PROVE_ABSENCE = 2;

/** Business seconds for which the bank may refuse, in whatever words, what it has just made itself. */
export const UNKNOWN_YET_SECONDS = 600;

/** How often a write without a reply and without a trace is sent before a person is asked. */
export const SENDS_BEFORE_ATTENTION = 3;

/** Longest time a scheduled job of many calls may take, in seconds: many windows of the rate limit. */
export const SCHEDULED_JOB_TIMEOUT_SECONDS = 12 * 3_600;

/** Seconds without a heartbeat after which another worker begins a scheduled job anew. */
export const SCHEDULED_JOB_MISSED_SECONDS = 30;

/** A poll whose next date is nearer than this stays open, in seconds; any other ends and comes again. */
export const OPEN_POLL_SECONDS = 300;

/** Longest time of one attempt of a poll, in seconds: until its date, and as long again until a read is spared. */
export const POLL_TIMEOUT_SECONDS = 2 * OPEN_POLL_SECONDS + 2 * CALL_TIMEOUT_SECONDS;

/** Seconds without a heartbeat after which another worker takes up a poll. */
export const POLL_MISSED_SECONDS = 30;

/** Writing to the audit: two attempts end before the workflow task does. */
export const AUDIT_TIMEOUT_SECONDS = 3;

/** One stretch of posting events to an endpoint, in seconds: an hour, and what is being posted then. */
export const RELAY_TIMEOUT_SECONDS = 3_600 + 2 * CALL_TIMEOUT_SECONDS;

/** Seconds without a heartbeat after which another worker goes on with it. */
export const RELAY_MISSED_SECONDS = 5;
